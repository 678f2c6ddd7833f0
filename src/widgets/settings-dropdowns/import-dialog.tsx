import { useSignals } from '@preact/signals-react/runtime';
import { Check, FileUp } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { ApiError } from '../../shared/api/index.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { FileButton } from '../../shared/ui/file-button.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import type { DropdownsStore } from './dropdowns.store.ts';
import type { DropdownsText } from './dropdowns-text.ts';
import { readPasted } from './import.rules.ts';

interface Props {
  readonly dropdownId: string;
  readonly store: DropdownsStore;
  readonly onClose: () => void;
  readonly t: DropdownsText;
}

type Counts = Awaited<ReturnType<DropdownsStore['takeIn']>>;
type State =
  | { readonly status: 'blank' | 'looking' | 'importing' }
  | { readonly status: 'ready'; readonly counts: Counts }
  | { readonly status: 'failed'; readonly error: unknown };

const LOOK_MS = 400;
const EXAMPLE = 'id;text;et;properties.companyId\n1100;Quays;Kaid;PS\n1200;Dredging;Süvendamine;PS';

/** Imports options from pasted lines or a CSV file, with a preview of additions and changes. */
export function ImportDialog({ dropdownId, store, onClose, t }: Props): ReactNode {
  useSignals();
  const [text, setText] = useState('');
  const [state, setState] = useState<State>({ status: 'blank' });
  const { value: languageIds } = store.languageIds;
  const { rows, unread } = useMemo(() => readPasted(text, languageIds), [text, languageIds]);

  useEffect(() => {
    if (rows.length === 0) {
      setState({ status: 'blank' });
      return;
    }
    setState({ status: 'looking' });
    let over = false;
    const waiting = setTimeout(() => {
      store.takeIn(dropdownId, rows, true).then(
        (counts) => !over && setState({ status: 'ready', counts }),
        (error: unknown) => !over && setState({ status: 'failed', error }),
      );
    }, LOOK_MS);
    return () => {
      over = true;
      clearTimeout(waiting);
    };
  }, [rows, dropdownId, store]);

  async function go(): Promise<void> {
    setState({ status: 'importing' });
    try {
      const { created, changed } = await store.takeIn(dropdownId, rows, false);
      showSnack({ text: t('imported', { created, changed }), icon: Check });
      onClose();
    } catch (error) {
      setState({ status: 'failed', error });
    }
  }

  const isReady = state.status === 'ready' && state.counts.created + state.counts.changed > 0;
  return (
    <FormDialog
      title={t('import.title')}
      cancel={t('cancel')}
      go={t('import.go')}
      isSaving={state.status === 'importing'}
      blocked={!isReady}
      isChanged={text.trim() !== ''}
      onSubmit={() => void go()}
      onClose={onClose}
    >
      <Field label={t('import.lines')} hint={t('import.hint')}>
        {(control) => (
          <textarea
            {...control}
            className="control mono pasted"
            rows={9}
            spellCheck={false}
            placeholder={EXAMPLE}
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
        {state.status === 'looking' && <p className="s muted">{t('import.looking')}</p>}
        {state.status === 'ready' && (
          <p className="s">
            {t('import.counts', {
              created: state.counts.created,
              changed: state.counts.changed,
              unchanged: state.counts.unchanged,
            })}
          </p>
        )}
        {unread.length > 0 && (
          <p className="s tone-amber">
            {t('import.unread', { count: unread.length, lines: unread.slice(0, 10).join(', ') })}
          </p>
        )}
      </div>
      {state.status === 'failed' && (
        <Banner tone="red">
          {problemText(state.error)}
          <Faults error={state.error} rows={rows.map(({ id }) => id)} />
        </Banner>
      )}
    </FormDialog>
  );
}

/** Errors by row id; the server reports the first twenty. */
function Faults({ error, rows }: { readonly error: unknown; readonly rows: readonly string[] }): ReactNode {
  const faults = error instanceof ApiError ? (error.problem?.errors ?? []) : [];
  if (faults.length === 0) return null;
  return (
    <ul className="stack">
      {faults.map(({ pointer, title, code }) => (
        <li key={pointer}>
          <span className="mono">{rows[Number(/^\/options\/(\d+)/.exec(pointer)?.[1])] ?? pointer}</span>{' '}
          {title ?? code}
        </li>
      ))}
    </ul>
  );
}
