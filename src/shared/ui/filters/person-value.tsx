import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { EMPTY_OPTION_ID } from '../../contracts/constants.ts';
import { joinParts, splitParts } from '../../contracts/filters.rules.ts';
import { Icon } from '../icon.tsx';
import { PersonField } from '../person-field.tsx';
import { rememberPerson, usePersonNames } from './person-names.ts';
import type { ValueProps } from './value-props.ts';

const FIXED = ['me', 'me+reports', EMPTY_OPTION_ID] as const;

/** The user, the user and their reports, no user (FRM-03), or people by name; with `in` several. */
export function PersonValue({ column, asked, value, onChange, t }: ValueProps): ReactNode {
  const several = asked === 'in';
  const chosen = several ? splitParts(value) : value === '' ? [] : [value];
  const nameOf = usePersonNames(chosen);
  const fixedText = (who: (typeof FIXED)[number]) => t(who === EMPTY_OPTION_ID ? 'empty' : who);
  const set = (people: readonly string[]) => onChange(several ? joinParts(people) : (people.at(-1) ?? ''));
  const kind = FIXED.find((one) => one === value) ?? 'somebody';
  return (
    <div className="stack people-value">
      {several ? (
        <div className="chips">
          {FIXED.map((who) => (
            <button
              key={who}
              type="button"
              className="chip"
              aria-pressed={chosen.includes(who)}
              onClick={() => set(chosen.includes(who) ? chosen.filter((one) => one !== who) : [...chosen, who])}
            >
              {fixedText(who)}
            </button>
          ))}
          {chosen
            .filter((who) => !FIXED.some((one) => one === who))
            .map((who) => (
              <button
                key={who}
                type="button"
                className="chip"
                aria-label={t('remove', { column: nameOf(who) })}
                onClick={() => set(chosen.filter((one) => one !== who))}
              >
                <span className="cut">{nameOf(who)}</span>
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
          {FIXED.map((who) => (
            <option key={who} value={who}>
              {fixedText(who)}
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
