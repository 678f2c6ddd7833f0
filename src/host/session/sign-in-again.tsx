import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect, useMemo } from 'react';
import type { Session } from '../../shared/contracts/session.contract.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { loginMessages } from '../login/login.messages.ts';
import { createLoginStore } from '../login/login.store.ts';
import type { LoginServices } from '../login/login.types.ts';
import { LoginForms } from '../login/login-forms.tsx';

interface Props {
  /** Whose sign-in it is. */
  readonly session: Session;
  readonly services: LoginServices;
  /** Called after the password, and the second factor where it is set up. */
  readonly onSignedIn?: () => void;
}

/** The form in which a known user signs in again. */
export function SignInAgain({ session, services, onSignedIn }: Props): ReactNode {
  useSignals();
  const t = useMessages(loginMessages);
  const { id, name, phoneNumber } = session.user;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the services stay those of the first render
  const store = useMemo(() => createLoginStore(services, { username: id, isFixed: true, opensWindow: true }), [id]);
  useEffect(() => {
    void store.begin();
    return store.stop;
  }, [store]);
  const { mode } = store.state.value;
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once for each sign-in
  useEffect(() => {
    if (mode === 'loginSuccess') onSignedIn?.();
  }, [mode]);
  return (
    <>
      <div className="row row-12">
        <Avatar name={name} />
        <span className="strong cut">{name}</span>
      </div>
      <LoginForms
        store={store}
        t={t}
        isFixed
        phone={phoneNumber}
        heading={(text) => (mode === 'login' || mode === 'attemptSSO' ? null : <h3 className="t3">{text}</h3>)}
      />
    </>
  );
}
