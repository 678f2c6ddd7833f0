import { FileUp } from 'lucide-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import { ApiError } from '../../shared/api/index.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import { CONFIG_BYTES_MAX } from '../../shared/contracts/config.rules.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { ChoiceControl } from '../../shared/ui/choice-control.tsx';
import { FileButton } from '../../shared/ui/file-button.tsx';
import { useSaving } from '../../shared/ui/use-saving.ts';
import type { ConfigurationStore } from './configuration.store.ts';
import type { ConfigurationText } from './configuration-text.ts';

interface Props {
  readonly store: ConfigurationStore;
  readonly t: ConfigurationText;
}

/** Takes a file and plans it; nothing changes. */
export function UploadSection({ store, t }: Props): ReactNode {
  const [prune, setPrune] = useState(false);
  const [overwrite, setOverwrite] = useState(false);
  const [isOver, setOver] = useState(false);
  const [isLarge, setLarge] = useState(false);
  const saving = useSaving();

  function take(file: File | undefined): void {
    if (!file) return;
    const isTooLarge = file.size > CONFIG_BYTES_MAX;
    setLarge(isTooLarge);
    saving.clear();
    if (!isTooLarge) void saving.save(() => store.upload(file, { prune, overwrite }));
  }

  function drag(event: DragEvent, over: boolean): void {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(over);
  }

  return (
    <section className="card stack config-upload" aria-label={t('upload')}>
      <div className="stack">
        <ChoiceControl label={t('prune')} hint={t('prune.hint')} checked={prune} onChange={setPrune} />
        <ChoiceControl label={t('overwrite')} hint={t('overwrite.hint')} checked={overwrite} onChange={setOverwrite} />
      </div>
      <fieldset
        className={isOver ? 'config-drop over' : 'config-drop'}
        aria-label={t('upload')}
        onDragEnter={(event) => drag(event, true)}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false);
          take(event.dataTransfer.files[0]);
        }}
      >
        <FileButton
          kind="primary"
          icon={FileUp}
          accept=".zip,application/zip"
          busy={saving.isSaving}
          onChoose={([file]) => take(file)}
        >
          {t('choose')}
        </FileButton>
        <span className="s second" role="status">
          {saving.isSaving ? t('planning') : t('drop')}
        </span>
      </fieldset>
      {isLarge && <Banner tone="red">{t('tooLarge', { limit: CONFIG_BYTES_MAX / 1_048_576 })}</Banner>}
      {saving.error !== undefined && <Refusal error={saving.error} />}
    </section>
  );
}

/** Why a file was refused, with the files in it that cannot be read. */
function Refusal({ error }: { readonly error: unknown }): ReactNode {
  const faults = error instanceof ApiError ? (error.problem?.errors ?? []) : [];
  return (
    <Banner tone="red">
      {problemText(error)}
      {faults.length > 0 && (
        <ul className="s config-list">
          {faults.map(({ pointer, code, title }) => (
            <li key={`${pointer} ${code}`}>
              <span className="mono">{pointer}</span> {title}
            </li>
          ))}
        </ul>
      )}
    </Banner>
  );
}
