import { type ReactNode, useRef, useState } from 'react';
import { ApiError } from '../../shared/api/index.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { FileField } from '../file-field.tsx';
import { translationsMessages } from './translations.messages.ts';

interface Taken {
  readonly changed: number;
  readonly unchanged: number;
}

export interface ImportDialogProps<Content> {
  /** Reads the content of a chosen file; undefined if it is of another kind. */
  readonly read: (content: string) => Content | undefined;
  /** Previews the changes of a file, or applies them. */
  readonly take: (file: Content, dryRun: boolean) => Promise<Taken>;
  /** Names of files that can be chosen. */
  readonly accept: string;
  readonly hint: string;
  /** Called with the number of changed texts after an import. */
  readonly onClose: (changed?: number) => void;
}

type State<Content> =
  | { readonly status: 'empty' | 'unreadable' | 'working' }
  | { readonly status: 'tried'; readonly file: Content; readonly changed: number; readonly unchanged: number }
  | { readonly status: 'refused'; readonly error: unknown };

/** Imports translations from a file after a preview of the changes. */
export function ImportDialog<Content>({ read, take, accept, hint, onClose }: ImportDialogProps<Content>): ReactNode {
  const t = useMessages(translationsMessages);
  const [chosen, setChosen] = useState<File | null>(null);
  // Responses can overtake each other; only the named file is imported.
  const latest = useRef(chosen);
  const [state, setState] = useState<State<Content>>({ status: 'empty' });

  async function look(given: File): Promise<void> {
    setChosen(given);
    latest.current = given;
    const file = read(await given.text());
    if (latest.current !== given) return;
    if (!file) return setState({ status: 'unreadable' });
    setState({ status: 'working' });
    try {
      const { changed, unchanged } = await take(file, true);
      if (latest.current === given) setState({ status: 'tried', file, changed, unchanged });
    } catch (error) {
      if (latest.current === given) setState({ status: 'refused', error });
    }
  }

  async function go(): Promise<void> {
    if (state.status !== 'tried') return;
    setState({ status: 'working' });
    try {
      onClose((await take(state.file, false)).changed);
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
        hint={hint}
        error={state.status === 'unreadable' ? t('import.unreadable') : undefined}
        choose={t('import.choose')}
        accept={accept}
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
                    <span className="mono">{placeOf(pointer)}</span> {title}
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

/** `/texts/…` of a JSON file, `/12/text` of a line. */
const placeOf = (pointer: string): string => pointer.replace('/texts/', '').replace('/text', '').replace('/', '');
