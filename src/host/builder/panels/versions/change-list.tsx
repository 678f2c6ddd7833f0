import type { ReactNode } from 'react';
import { useMemo } from 'react';
import type { FormBody } from '../../../../shared/forms/index.ts';
import { LANGUAGE_NAMES, useLanguage, useMessages } from '../../../../shared/locale/index.ts';
import { builderMessages } from '../../builder.messages.ts';
import { labelText } from '../../builder-text.ts';
import { panelsMessages } from '../panels.messages.ts';
import { changesBetween, type MemberChange, type NodeChange } from './changes.ts';

interface Props {
  readonly before: FormBody;
  readonly after: FormBody;
}

const TONES = { added: 'green', removed: 'red', changed: 'info' } as const;

/** Differences between two versions of a form, by part. */
export function ChangeList({ before, after }: Props): ReactNode {
  const t = useMessages(panelsMessages);
  const names = useMessages(builderMessages);
  const language = useLanguage();
  const changes = useMemo(() => changesBetween(before, after), [before, after]);
  if (changes.length === 0) return <p className="s muted">{t('changes.none')}</p>;
  return (
    <ul className="pn-changes">
      {changes.map((change) => (
        <li key={`${change.what} ${change.id}`}>
          <p className="row wrap row-6">
            <span className={`badge ${TONES[change.what]}`}>{t(`changes.${wordOf(change)}`)}</span>
            <span className="strong">{labelText(change.label, language, names)}</span>
            {change.id !== '' && <span className="xs muted mono">{change.id}</span>}
            {change.into && (
              <span className="xs muted">{t('changes.into', { parent: labelText(change.into, language, names) })}</span>
            )}
          </p>
          {change.members.length > 0 && (
            <ul>
              {change.members.map((member) => (
                <Member key={`${member.member} ${member.languageId}`} change={member} />
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

function wordOf({ what, isMoved, members }: NodeChange): 'added' | 'removed' | 'changed' | 'moved' {
  return isMoved && members.length === 0 ? 'moved' : what;
}

function Member({ change: { member, languageId, before, after } }: { readonly change: MemberChange }): ReactNode {
  const name = languageId === null ? undefined : LANGUAGE_NAMES[languageId as keyof typeof LANGUAGE_NAMES];
  return (
    <li className="s pn-member">
      <span className="xs muted mono">
        {member}
        {languageId !== null && `, ${name ?? languageId}`}
      </span>{' '}
      {before !== null && <del>{before}</del>} {after !== null && <ins>{after}</ins>}
    </li>
  );
}
