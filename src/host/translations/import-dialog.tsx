import { type ReactNode, useRef, useState } from 'react';
import { ApiError } from '../../shared/api/index.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { FileField } from '../file-field.tsx';
import { translationsMessages } from './translations.messages.ts';
import { readTextFile, type TextFile, type TranslationsStore } from './translations.store.ts';

export interface ImportDialogProps {
  readonly store: TranslationsStore;
  /** Called with the number of changed texts after an import. */
  readonly onClose: (changed?: number) => void;
}

type State =
  | { readonly status: 'empty' | 'unreadable' | 'working' }
  | { readonly status: 'tried'; readonly file: TextFile; readonly changed: number; readonly unchanged: number }
  | { readonly status: 'refused'; readonly error: unknown };

/** Imports translations from a file after a preview of the changes. */
export function ImportDialog({ store, onClose }: ImportDialogProps): ReactNode {
  const t = useMessages(translationsMessages);
  const [chosen, setChosen] = useState<File | null>(null);
  // Responses can overtake each other; only the named file is imported.
  const latest = useRef(chosen);
  const [state, setState] = useState<State>({ status: 'empty' });

  async function look(given: File): Promise<void> {
    setChosen(given);
    latest.current = given;
    const file = readTextFile(await given.text());
    if (latest.current !== given) return;
    if (!file) return setState({ status: 'unreadable' });
    setState({ status: 'working' });
    try {
      const { changed, unchanged } = await store.take(file, true);
      if (latest.current === given) setState({ status: 'tried', file, changed, unchanged });
    } catch (error) {
      if (latest.current === given) setState({ status: 'refused', error });
    }
  }

  async function go(): Promise<void> {
    if (state.status !== 'tried') return;
    setState({ status: 'working' });
    try {
      onClose((await store.take(state.file, false)).changed);
    } catch (error) {
      setState({ status: 'refused', error });
    }
  }

  const faults =
    state.status === 'refused' && state.error instanceof ApiError ? (state.error.problem?.errors ?? []) : [];
  return (
    <FormDialog
      title={t('import.title')}
      cancel={t('cancel')}
      go={t('import')}
      isSaving={state.status === 'working'}
      blocked={state.status !== 'working' && (state.status !== 'tried' || state.changed === 0)}
      onSubmit={() => void go()}
      onClose={() => onClose()}
    >
      <FileField
        label={t('import.file')}
        hint={t('import.hint')}
        error={state.status === 'unreadable' ? t('import.unreadable') : undefined}
        choose={t('import.choose')}
        accept=".json,application/json"
        file={chosen}
        onChange={(given) => void look(given)}
      />
      <div role="status">
        {state.status === 'tried' && (
          <p>{t('import.preview', { changed: state.changed, unchanged: state.unchanged })}</p>
        )}
      </div>
      {state.status === 'refused' && (
        <Banner tone="red">
          {faults.length === 0 ? (
            problemText(state.error)
          ) : (
            <>
              {t('import.faults')}
              <ul className="i18n-faults">
                {faults.map(({ pointer, title }) => (
                  <li key={pointer}>
                    <span className="mono">{pointer.replace('/texts/', '')}</span> {title}
                  </li>
                ))}
              </ul>
            </>
          )}
        </Banner>
      )}
    </FormDialog>
  );
}
