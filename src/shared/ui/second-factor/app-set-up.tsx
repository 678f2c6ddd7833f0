import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useRef } from 'react';
import { Button } from '../button.tsx';
import { ControlBox, Field } from '../field.tsx';
import { useFirstField } from '../use-first-field.ts';
import { AuthenticatorSetup } from './authenticator-setup.tsx';
import type { SecurityProps } from './security-text.ts';

interface Props extends SecurityProps {
  readonly username: string;
  readonly secret: string;
}

/** Sets up an authenticator app: the secret, and the first code of the app. */
export function AppSetUp({ store, t, username, secret }: Props): ReactNode {
  useSignals();
  const fault = store.fault.value;
  // Read here: the field renders its control outside of this component's subscription.
  const code = store.code.value;
  const wrong = fault?.kind === 'code' ? t(`code.${fault.code}`) : undefined;
  const form = useRef<HTMLFormElement>(null);
  useFirstField(form, true);
  return (
    <form
      ref={form}
      className="stack spaced"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void store.confirm();
      }}
    >
      <p>{t('scan')}</p>
      <AuthenticatorSetup username={username} secret={secret} />
      <Field label={t('code')} required error={wrong} announces>
        {(control) => (
          <ControlBox invalid={wrong !== undefined} className="digits">
            <input
              {...control}
              name="code"
              data-first
              type="text"
              inputMode="numeric"
              autoComplete="one-time-code"
              spellCheck={false}
              value={code}
              onChange={(event) => store.type(event.target.value)}
            />
          </ControlBox>
        )}
      </Field>
      <div className="row">
        <Button onClick={() => store.show({ kind: 'overview' })}>{t('cancel')}</Button>
        <Button kind="primary" type="submit" busy={store.busy.value}>
          {t('confirm')}
        </Button>
      </div>
    </form>
  );
}
