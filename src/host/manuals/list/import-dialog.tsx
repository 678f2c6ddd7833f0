import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { call } from '../../../shared/api/index.ts';
import {
  importManuals,
  type ManualGroup,
  type ManualImport,
} from '../../../shared/contracts/manual-authoring.contract.ts';
import { useMessages } from '../../../shared/locale/index.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { ChoiceControl } from '../../../shared/ui/choice-control.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { useSaving } from '../../../shared/ui/use-saving.ts';
import { FileField } from '../../file-field.tsx';
import { listMessages } from './list.messages.ts';
import { manualPath } from './manual-path.ts';
import { PlaceFields, useNewPlace } from './place-fields.tsx';

interface Props {
  readonly send: typeof call;
  readonly groups: readonly ManualGroup[];
  readonly groupId: string | null;
  /** Whether drafts were created. */
  readonly onClose: (isDone: boolean) => void;
}

/** Creates drafts from Markdown files or a Word document and reports what could not be converted. */
export function ImportManualsDialog({ send, groups, groupId, onClose }: Props): ReactNode {
  const t = useMessages(listMessages);
  const [file, setFile] = useState<File | null>(null);
  const place = useNewPlace(groups, groupId);
  const [together, setTogether] = useState(true);
  const [made, setMade] = useState<ManualImport | null>(null);
  const saving = useSaving();

  async function take(): Promise<void> {
    if (!file) return;
    const body = new FormData();
    body.append('file', file, file.name);
    const query = { groupId: place.group, languageId: place.language, together };
    setMade(await send(importManuals, { query, body } as never));
  }

  if (made) {
    return (
      <Dialog
        title={t('import.title')}
        onClose={() => onClose(true)}
        footer={
          <Button kind="primary" onClick={() => onClose(true)}>
            {t('close')}
          </Button>
        }
      >
        <Made made={made} />
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={t('import.title')}
      cancel={t('cancel')}
      go={t('import.go')}
      isSaving={saving.isSaving}
      error={saving.error}
      blocked={!file || place.group === ''}
      onSubmit={() => void saving.save(take, file !== null)}
      onClose={() => onClose(false)}
    >
      <p className="s second">{t('import.text')}</p>
      <FileField
        label={t('import.file')}
        required
        choose={t('import.choose')}
        accept=".zip,.md,.markdown,.docx"
        file={file}
        onChange={(chosen) => {
          setFile(chosen);
          saving.clear();
        }}
      />
      <PlaceFields send={send} groups={groups} place={place} />
      {file?.name.toLowerCase().endsWith('.zip') && (
        <ChoiceControl
          label={t('import.together')}
          hint={t('import.together.hint')}
          checked={together}
          onChange={setTogether}
        />
      )}
    </FormDialog>
  );
}

function Made({ made: { created, notes } }: { readonly made: ManualImport }): ReactNode {
  const t = useMessages(listMessages);
  return (
    <div className="stack spaced">
      <Banner tone="green">{t('import.done', { count: created.length })}</Banner>
      <ul className="mn-made">
        {created.map(({ manualId, code, title, words, images }) => (
          <li key={manualId} className="stack">
            <Link href={manualPath(manualId)} className="strong">
              {title || t('untitled')}
            </Link>
            <span className="xs muted">{t('import.one', { code, words, images })}</span>
          </li>
        ))}
      </ul>
      {notes.length === 0 ? (
        <p className="s muted">{t('import.notes.none')}</p>
      ) : (
        <section aria-label={t('import.notes')}>
          <h3 className="t3">{t('import.notes')}</h3>
          <ul className="mn-notes s">
            {notes.map(({ file, note }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a file can have the same note twice
              <li key={index}>
                <span className="mono">{file}</span> {note}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
