import { Check, Plus, Trash2 } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { problemText } from '../../shared/api/problem-text.ts';
import type { EmbedOrigin } from '../../shared/contracts/embed-clients.contract.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { TextField } from '../../shared/ui/text-field.tsx';
import { useSaving } from '../../shared/ui/use-saving.ts';
import type { EmbeddingStore } from './embedding.store.ts';
import type { EmbeddingText } from './embedding-text.ts';

interface Props {
  readonly store: EmbeddingStore;
  readonly origins: readonly EmbedOrigin[];
  readonly onRemove: (origin: EmbedOrigin) => void;
  readonly t: EmbeddingText;
}

/** Origins of pages that may show elements. */
export function OriginsCard({ store, origins, onRemove, t }: Props): ReactNode {
  const [typed, setTyped] = useState('');
  const saving = useSaving();
  const isMissing = saving.isTried && typed.trim() === '';
  const fault = saving.error === undefined ? undefined : problemText(saving.error);
  const form = useRef<HTMLFormElement>(null);

  async function add(): Promise<void> {
    await store.addOrigin(typed.trim());
    showSnack({ text: t('origin.added'), icon: Check });
    setTyped('');
    saving.reset();
    form.current?.querySelector('input')?.focus();
  }

  return (
    <section className="card emb-card" aria-labelledby="emb-origins">
      <header className="stack">
        <h2 className="t2" id="emb-origins">
          {t('origins')}
        </h2>
        <p className="s second">{t('origins.more')}</p>
      </header>
      {origins.length === 0 ? (
        <p className="s muted">{t('origins.none')}</p>
      ) : (
        <ul className="emb-origins" aria-labelledby="emb-origins">
          {origins.map((origin) => (
            <li className="row" key={origin.id}>
              <span className="mono grow emb-origin">{origin.origin}</span>
              <IconButton
                small
                icon={Trash2}
                label={t('origin.remove', { origin: origin.origin })}
                onClick={() => onRemove(origin)}
              />
            </li>
          ))}
        </ul>
      )}
      <form
        ref={form}
        className="emb-add"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void saving.save(add, typed.trim() !== '');
        }}
      >
        <TextField
          label={t('origin')}
          hint={t('origin.hint')}
          error={isMissing ? t('fault.required', { attribute: t('origin') }) : fault}
          announces
          isCode
          maxLength={300}
          placeholder="https://intranet.example.org"
          value={typed}
          onChange={(text) => {
            setTyped(text);
            saving.clear();
          }}
        />
        <Button type="submit" icon={Plus} busy={saving.isSaving}>
          {t('origin.add')}
        </Button>
      </form>
    </section>
  );
}
