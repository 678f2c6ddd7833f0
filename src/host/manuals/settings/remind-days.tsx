import type { ReactNode } from 'react';
import { Group } from '../../builder/group.tsx';
import type { ManualText } from '../manual-context.ts';

interface Props {
  /** Days before the due date; 0 is the due date, negative numbers are after it. */
  readonly days: readonly number[];
  readonly onChange: (days: number[]) => void;
  readonly t: ManualText;
}

const USUAL = [14, 7, 3, 1, 0, -1, -3, -7, -14];

/** Days before and after the due date on which readers are reminded. */
export function RemindDays({ days, onChange, t }: Props): ReactNode {
  const offered = [...new Set([...USUAL, ...days])].toSorted((a, b) => b - a);
  const text = (day: number) => {
    if (day === 0) return t('remind.day');
    return day > 0 ? t('remind.before', { days: day }) : t('remind.after', { days: -day });
  };
  return (
    <div className="field">
      <span className="label">{t('remind')}</span>
      <Group label={t('remind')} className="row wrap row-6">
        {offered.map((day) => (
          <button
            key={day}
            type="button"
            className="chip"
            aria-pressed={days.includes(day)}
            onClick={() =>
              onChange(
                days.includes(day)
                  ? days.filter((one) => one !== day)
                  : [...days, day].toSorted((a, b) => b - a).slice(0, 10),
              )
            }
          >
            {text(day)}
          </button>
        ))}
      </Group>
      <p className="hint">{t('remind.hint')}</p>
    </div>
  );
}
