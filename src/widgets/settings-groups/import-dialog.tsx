import { Check, FileUp } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { problemText } from '../../shared/api/problem-text.ts';
import type { MembersChange } from '../../shared/contracts/groups.contract.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { FileButton } from '../../shared/ui/file-button.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { type GroupsStore, readUsernames } from './groups.store.ts';
import type { GroupsText } from './groups-text.ts';

interface Props {
  readonly groupId: string;
  readonly store: GroupsStore;
  readonly onClose: () => void;
  readonly t: GroupsText;
}

type State =
  | { readonly status: 'blank' | 'checking' | 'importing' }
  | { readonly status: 'ready'; readonly change: MembersChange }
  | { readonly status: 'failed'; readonly error: unknown };

/** Pause in typing before the list is checked. */
const PAUSE_MS = 400;
/** Names listed in the preview. */
const LISTED = 10;

/** Adds users from pasted lines or a file, with a preview of who would be added and who is unknown. */
export function ImportDialog({ groupId, store, onClose, t }: Props): ReactNode {
  const [text, setText] = useState('');
  const [state, setState] = useState<State>({ status: 'blank' });
  const usernames = useMemo(() => readUsernames(text), [text]);

  useEffect(() => {
    if (usernames.length === 0) {
      setState({ status: 'blank' });
      return;
    }
    setState({ status: 'checking' });
    let isOver = false;
    const waiting = setTimeout(() => {
      store.addMembers(groupId, usernames, true).then(
        (change) => !isOver && setState({ status: 'ready', change }),
        (error: unknown) => !isOver && setState({ status: 'failed', error }),
      );
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(waiting);
    };
  }, [usernames, groupId, store]);

  async function run(): Promise<void> {
    setState({ status: 'importing' });
    try {
      const { added } = await store.addMembers(groupId, usernames, false);
      showSnack({ text: t('imported', { count: added.length }), icon: Check });
      onClose();
    } catch (error) {
      setState({ status: 'failed', error });
    }
  }

  const names = (list: readonly string[]) =>
    list.length > LISTED ? `${list.slice(0, LISTED).join(', ')}, …` : list.join(', ');
  return (
    <FormDialog
      title={t('import.title')}
      cancel={t('cancel')}
      go={t('import.go')}
      isSaving={state.status === 'importing'}
      blocked={state.status !== 'ready' || state.change.added.length === 0}
      isChanged={text.trim() !== ''}
      onSubmit={() => void run()}
      onClose={onClose}
    >
      <Field label={t('import.lines')} hint={t('import.hint')}>
        {(control) => (
          <textarea
            {...control}
            className="control mono pasted"
            rows={8}
            spellCheck={false}
            placeholder={'kadri.magi\nmart.kask'}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div>
        <FileButton
          small
          icon={FileUp}
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          onChoose={([chosen]) => void chosen.text().then(setText)}
        >
          {t('import.file')}
        </FileButton>
      </div>
      <div className="stack" role="status">
        {state.status === 'checking' && <p className="s muted">{t('import.checking')}</p>}
        {state.status === 'ready' && (
          <>
            <p className="s">
              {t('import.counts', { added: state.change.added.length, unchanged: state.change.unchanged })}
            </p>
            {state.change.added.length > 0 && (
              <p className="s muted">{names(state.change.added.map(({ name }) => name))}</p>
            )}
            {state.change.unknown.length > 0 && (
              <p className="s tone-amber">
                {t('import.unknown', { count: state.change.unknown.length, names: names(state.change.unknown) })}
              </p>
            )}
          </>
        )}
      </div>
      {state.status === 'failed' && <Banner tone="red">{problemText(state.error)}</Banner>}
    </FormDialog>
  );
}
