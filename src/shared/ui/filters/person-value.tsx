import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { joinParts, splitParts } from '../../contracts/filters.rules.ts';
import { Icon } from '../icon.tsx';
import { PersonField } from '../person-field.tsx';
import { rememberPerson, usePersonNames } from './person-names.ts';
import type { ValueProps } from './value-props.ts';

const RELATIVE = ['me', 'me+reports'] as const;

/** Oneself, oneself and one's reports, or people by name; with `in` several. */
export function PersonValue({ column, asked, value, onChange, t }: ValueProps): ReactNode {
  const several = asked === 'in';
  const chosen = several ? splitParts(value) : value === '' ? [] : [value];
  const nameOf = usePersonNames(chosen);
  const shown = (who: string) =>
    who === 'me' || who === 'me+reports' ? t(who) : who === 'emptyValue' ? t('empty') : nameOf(who);
  const set = (people: readonly string[]) => onChange(several ? joinParts(people) : (people.at(-1) ?? ''));
  const kind = RELATIVE.find((one) => one === value) ?? 'somebody';
  return (
    <div className="stack people-value">
      {several ? (
        <div className="chips">
          {RELATIVE.map((who) => (
            <button
              key={who}
              type="button"
              className="chip"
              aria-pressed={chosen.includes(who)}
              onClick={() => set(chosen.includes(who) ? chosen.filter((one) => one !== who) : [...chosen, who])}
            >
              {t(who)}
            </button>
          ))}
          {chosen
            .filter((who) => who !== 'me' && who !== 'me+reports')
            .map((who) => (
              <button
                key={who}
                type="button"
                className="chip"
                aria-label={t('remove', { column: shown(who) })}
                onClick={() => set(chosen.filter((one) => one !== who))}
              >
                <span className="cut">{shown(who)}</span>
                <Icon of={X} size="s" />
              </button>
            ))}
        </div>
      ) : (
        <select
          className="control"
          aria-label={t('who', { column: column.title })}
          value={kind}
          onChange={(event) => onChange(event.target.value === 'somebody' ? '' : event.target.value)}
        >
          <option value="somebody">{t('somebody')}</option>
          {RELATIVE.map((who) => (
            <option key={who} value={who}>
              {t(who)}
            </option>
          ))}
        </select>
      )}
      {(several || kind === 'somebody') && (
        <PersonField
          label={<span className="sr">{t('value', { column: column.title })}</span>}
          className="bare"
          value={several || value === '' ? null : { id: value, key: value, name: nameOf(value) }}
          onChange={(person) => {
            if (!person) {
              if (!several) onChange('');
              return;
            }
            rememberPerson(person);
            set(several ? [...chosen.filter((one) => one !== person.id), person.id] : [person.id]);
          }}
        />
      )}
    </div>
  );
}
