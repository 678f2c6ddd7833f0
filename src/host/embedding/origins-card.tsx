import { Check, Plus, Trash2 } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { problemText } from '../../shared/api/problem-text.ts';
import type { EmbedOrigin } from '../../shared/contracts/embed-clients.contract.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { TextField } from '../../shared/ui/text-field.tsx';
import type { EmbeddingStore } from './embedding.store.ts';
import type { EmbeddingText } from './embedding-text.ts';

interface Props {
  readonly store: EmbeddingStore;
  readonly origins: readonly EmbedOrigin[];
  readonly onRemove: (origin: EmbedOrigin) => void;
  readonly t: EmbeddingText;
}

type State = { readonly status: 'idle' | 'saving' } | { readonly status: 'failed'; readonly fault: string };

/** Addresses of pages that may show elements. */
export function OriginsCard({ store, origins, onRemove, t }: Props): ReactNode {
  const [typed, setTyped] = useState('');
  const [state, setState] = useState<State>({ status: 'idle' });
  const form = useRef<HTMLFormElement>(null);

  async function add(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (state.status === 'saving') return;
    if (typed.trim() === '') return setState({ status: 'failed', fault: t('fault.required') });
    setState({ status: 'saving' });
    try {
      await store.addOrigin(typed.trim());
      showSnack({ text: t('origin.added'), icon: Check });
      setTyped('');
      setState({ status: 'idle' });
      form.current?.querySelector('input')?.focus();
    } catch (error) {
      setState({ status: 'failed', fault: problemText(error) });
    }
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
      <form ref={form} className="emb-add" noValidate onSubmit={(event) => void add(event)}>
        <TextField
          label={t('origin')}
          hint={t('origin.hint')}
          error={state.status === 'failed' ? state.fault : undefined}
          announces
          isCode
          maxLength={300}
          placeholder="https://intranet.example.org"
          value={typed}
          onChange={(text) => {
            setTyped(text);
            if (state.status === 'failed') setState({ status: 'idle' });
          }}
        />
        <Button type="submit" icon={Plus} busy={state.status === 'saving'}>
          {t('origin.add')}
        </Button>
      </form>
    </section>
  );
}
