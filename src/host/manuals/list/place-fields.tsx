import { type ReactNode, useState } from 'react';
import type { call } from '../../../shared/api/index.ts';
import { languageName } from '../../../shared/contracts/language-name.ts';
import type { ManualGroup } from '../../../shared/contracts/manual-authoring.contract.ts';
import { useLanguage, useMessages } from '../../../shared/locale/index.ts';
import { Field } from '../../../shared/ui/field.tsx';
import { GroupOptions } from '../group-options.tsx';
import { useLanguages } from '../use-languages.ts';
import { listMessages } from './list.messages.ts';

/** Group and language chosen for a new manual; the group is empty while there is none. */
interface NewPlace {
  readonly group: string;
  readonly onGroup: (id: string) => void;
  readonly language: string;
  readonly onLanguage: (id: string) => void;
}

/** Starts with the group of the page, otherwise the first one, and the reader's language. */
export function useNewPlace(groups: readonly ManualGroup[], groupId: string | null): NewPlace {
  const page = useLanguage();
  const [group, onGroup] = useState(groupId ?? groups[0]?.id ?? '');
  const [language, onLanguage] = useState<string>(page);
  return { group, onGroup, language, onLanguage };
}

interface Props {
  readonly send: typeof call;
  readonly groups: readonly ManualGroup[];
  readonly place: NewPlace;
}

/** Group and language of a new manual. */
export function PlaceFields({ send, groups, place }: Props): ReactNode {
  const { group, onGroup, language, onLanguage } = place;
  const t = useMessages(listMessages);
  const languages = useLanguages(send);
  return (
    <>
      <Field label={t('group')} required>
        {(control) => (
          <select {...control} className="control" value={group} onChange={({ target }) => onGroup(target.value)}>
            <GroupOptions groups={groups} />
          </select>
        )}
      </Field>
      <Field label={t('language')}>
        {(control) => (
          <select {...control} className="control" value={language} onChange={({ target }) => onLanguage(target.value)}>
            {[...new Set([...languages, language])].map((id) => (
              <option key={id} value={id}>
                {languageName(id)}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  );
}
