import { type FormEvent, type ReactNode, useState } from 'react';
import { problemText } from '../../../shared/api/problem-text.ts';
import { LANGUAGES } from '../../../shared/contracts/constants.ts';
import type { ManualGroup } from '../../../shared/contracts/manual-authoring.contract.ts';
import { LANGUAGE_NAMES, useLanguage, useMessages } from '../../../shared/locale/index.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { ControlBox, Field } from '../../../shared/ui/field.tsx';
import { GroupOptions } from '../group-options.tsx';
import type { GroupsStore } from './groups.store.ts';
import { listMessages } from './list.messages.ts';

interface Props {
  readonly store: GroupsStore;
  /** Null: a new one. */
  readonly group: ManualGroup | null;
  readonly under: string | null;
  readonly onClose: () => void;
}

type State = { readonly status: 'idle' | 'saving' } | { readonly status: 'failed'; readonly error: unknown };

/** The name of a group in all languages, and under which one it stands. */
export function GroupDialog({ store, group, under, onClose }: Props): ReactNode {
  const t = useMessages(listMessages);
  const page = useLanguage();
  const [name, setName] = useState<Readonly<Record<string, string>>>(group?.name ?? {});
  const [parentId, setParentId] = useState(under);
  const [tried, setTried] = useState(false);
  const [state, setState] = useState<State>({ status: 'idle' });
  const filled = Object.fromEntries(
    Object.entries(name).flatMap(([id, text]) => (text.trim() ? [[id, text.trim()]] : [])),
  );
  const isNamed = Object.keys(filled).length > 0;
  const groups = store.state.peek();
  const others = groups.status === 'ready' ? groups.groups.filter(({ id }) => id !== group?.id) : [];

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (!isNamed || state.status === 'saving') return;
    setState({ status: 'saving' });
    // A name in one language stands for those that are still missing.
    const [any = ''] = Object.values(filled);
    const texts = 'en' in filled ? filled : { ...filled, en: any };
    try {
      if (group) await store.change(group, texts, parentId);
      else await store.add(texts, parentId);
      onClose();
    } catch (error) {
      setState({ status: 'failed', error });
    }
  }

  return (
    <Dialog
      title={t(group ? 'group.title' : 'group.new')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" type="submit" form="manual-group" busy={state.status === 'saving'}>
            {t(group ? 'save' : 'create.go')}
          </Button>
        </>
      }
    >
      <form id="manual-group" className="stack mn-spaced" noValidate onSubmit={(event) => void save(event)}>
        {state.status === 'failed' && <Banner tone="red">{problemText(state.error)}</Banner>}
        {[page, ...LANGUAGES.filter((id) => id !== page)].map((id) => (
          <Field
            key={id}
            label={t('group.name', { language: LANGUAGE_NAMES[id] })}
            error={id === page && tried && !isNamed ? t('fault.name') : undefined}
            announces
          >
            {(control) => (
              <ControlBox invalid={id === page && tried && !isNamed}>
                <input
                  {...control}
                  type="text"
                  lang={id}
                  maxLength={200}
                  autoComplete="off"
                  value={name[id] ?? ''}
                  onChange={({ target }) => setName({ ...name, [id]: target.value })}
                />
              </ControlBox>
            )}
          </Field>
        ))}
        <Field label={t('group.parent')}>
          {(control) => (
            <select
              {...control}
              className="control"
              value={parentId ?? ''}
              onChange={({ target }) => setParentId(target.value || null)}
            >
              <option value="">{t('group.parent.none')}</option>
              <GroupOptions groups={others} />
            </select>
          )}
        </Field>
      </form>
    </Dialog>
  );
}
