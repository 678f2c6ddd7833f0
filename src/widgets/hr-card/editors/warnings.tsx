import type { ReactNode } from 'react';
import type { ContractWarning } from '../../../shared/contracts/hr.rules.ts';
import { FieldNote } from '../../../shared/ui/field.tsx';
import type { EditorText } from './editor-text.ts';

interface Props {
  readonly warnings: readonly ContractWarning[];
  readonly confirmed: readonly ContractWarning[];
  readonly isTried: boolean;
  /** Hours a week above which the sum is unusual. */
  readonly hours: number;
  readonly onConfirm: (confirmed: readonly ContractWarning[]) => void;
  readonly t: EditorText;
}

/** What is unusual about a contract, each with a box to confirm it. */
export function Warnings({ warnings, confirmed, isTried, hours, onConfirm, t }: Props): ReactNode {
  return warnings.map((warning) => {
    const isMissing = isTried && !confirmed.includes(warning);
    const note = `warning-${warning}`;
    return (
      <div className="stack" key={warning}>
        <label className="tick">
          <input
            type="checkbox"
            className="check"
            checked={confirmed.includes(warning)}
            aria-invalid={isMissing || undefined}
            aria-describedby={isMissing ? note : undefined}
            onChange={({ target }) =>
              onConfirm(target.checked ? [...confirmed, warning] : confirmed.filter((one) => one !== warning))
            }
          />
          <span>{t(`warn.${warning}`, { hours })}</span>
        </label>
        <FieldNote id={note} error={isMissing ? t('warn.tick') : undefined} />
      </div>
    );
  });
}
