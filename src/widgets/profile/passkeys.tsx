import { useSignals } from '@preact/signals-react/runtime';
import { KeyRound, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { UserFactors } from '../../shared/contracts/factors.contract.ts';
import { formatDayAndTime } from '../../shared/locale/index.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { ControlBox, Field } from '../../shared/ui/field.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import type { SecurityStore } from './security.store.ts';
import type { SecurityText } from './security-text.ts';
import { useFirstField } from './use-closing.ts';

const NAME_MAX = 100;

export interface PasskeyProps {
  readonly store: SecurityStore;
  readonly t: SecurityText;
}

/** The user's passkeys, with the last use of each. */
export function Passkeys({ store, t, known }: PasskeyProps & { readonly known: UserFactors }): ReactNode {
  useSignals();
  const busy = store.busy.value;
  const passkeys = known.factors.filter(({ kind }) => kind === 'passkey');
  if (passkeys.length === 0 && !store.mayAddPasskey) return null;
  return (
    <section className="stack spaced" aria-label={t('passkeys')}>
      <h3 className="t3">{t('passkeys')}</h3>
      <p className="second">{t('passkeysText')}</p>
      {passkeys.length > 0 && (
        <ul className="stack gap-2 passkeys" aria-label={t('passkeys')}>
          {passkeys.map((factor) => (
            <li key={factor.id} className="row row-12">
              <Icon of={KeyRound} />
              <span className="stack grow">
                <span className="strong cut">{factor.name}</span>
                <span className="s muted">
                  {factor.lastUsedAt === null
                    ? t('passkeyAdded', { time: formatDayAndTime(factor.addedAt) })
                    : t('passkeyUsed', { time: formatDayAndTime(factor.lastUsedAt) })}
                </span>
              </span>
              <IconButton
                small
                icon={Trash2}
                label={t('passkeyRemove', { name: factor.name })}
                onClick={() => store.show({ kind: 'removing', factor })}
              />
            </li>
          ))}
        </ul>
      )}
      {store.mayAddPasskey && (
        <div className="row">
          <Button blocked={busy} onClick={() => store.show({ kind: 'naming' })}>
            {t('passkeyAdd')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Asks for the name of a new passkey; then the browser creates it. */
export function Naming({ store, t }: PasskeyProps): ReactNode {
  useSignals();
  const [name, setName] = useState('');
  const form = useRef<HTMLFormElement>(null);
  useFirstField(form, true);
  return (
    <form
      ref={form}
      className="stack spaced"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void store.addPasskey(name.trim() || t('passkeyDefault'));
      }}
    >
      <Field label={t('passkeyName')} hint={t('passkeyNameHint')}>
        {(control) => (
          <ControlBox>
            <input
              {...control}
              name="passkeyName"
              data-first
              type="text"
              maxLength={NAME_MAX}
              value={name}
              placeholder={t('passkeyDefault')}
              onChange={(event) => setName(event.target.value)}
            />
          </ControlBox>
        )}
      </Field>
      <div className="row">
        <Button onClick={() => store.show({ kind: 'overview' })}>{t('cancel')}</Button>
        <Button kind="primary" type="submit" busy={store.busy.value}>
          {t('passkeyCreate')}
        </Button>
      </div>
    </form>
  );
}
