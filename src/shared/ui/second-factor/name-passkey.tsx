import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { ControlBox, Field } from '../field.tsx';
import { useFirstField } from '../use-first-field.ts';
import type { SecurityProps } from './security-text.ts';

const NAME_MAX = 100;

/** Asks for the name of a new passkey; then the browser creates it. */
export function NamePasskey({ store, t }: SecurityProps): ReactNode {
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
