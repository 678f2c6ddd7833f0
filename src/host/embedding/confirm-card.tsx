import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { EmbedSettings } from '../../shared/contracts/embed-clients.contract.ts';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { showSnack } from '../../shared/ui/snackbar.ts';
import type { EmbeddingStore } from './embedding.store.ts';
import type { EmbeddingText } from './embedding-text.ts';

interface Props {
  readonly store: EmbeddingStore;
  readonly settings: EmbedSettings;
  readonly t: EmbeddingText;
}

/** Whether trusted servers may confirm manuals on behalf of users. */
export function ConfirmCard({ store, settings, t }: Props): ReactNode {
  const [isSaving, setSaving] = useState(false);

  async function change(clientsMayConfirm: boolean): Promise<void> {
    setSaving(true);
    try {
      await store.changeSettings({ clientsMayConfirm });
      showSnack({ text: t('confirming.saved'), icon: Check });
    } catch (error) {
      showProblem(error);
    } finally {
      setSaving(false);
    }
  }

  return (
    <section className="card emb-card" aria-labelledby="emb-confirming">
      <header className="stack">
        <h2 className="t2" id="emb-confirming">
          {t('confirming')}
        </h2>
        <p className="s second">{t('confirming.more')}</p>
      </header>
      <label className="row">
        <input
          type="checkbox"
          role="switch"
          className="switch"
          aria-checked={settings.clientsMayConfirm}
          aria-describedby="emb-confirming-hint"
          checked={settings.clientsMayConfirm}
          disabled={isSaving}
          onChange={(event) => void change(event.target.checked)}
        />
        <span>{t('confirming.switch')}</span>
      </label>
      <p className="s muted" id="emb-confirming-hint">
        {t('confirming.hint')}
      </p>
    </section>
  );
}
