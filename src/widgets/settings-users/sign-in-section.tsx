import { useSignals } from '@preact/signals-react/runtime';
import { KeyRound, Mail, MailPlus, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { formatDayAndTime } from '../../shared/locale/index.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import type { UserStore } from './user.store.ts';
import type { UsersText } from './users-text.ts';

/** Name of the account with a password among the linked accounts. */
const WITH_PASSWORD = 'verva';

/** Name of a linked account as shown. */
export const linkTitle = (providerName: string, t: UsersText): string =>
  providerName === WITH_PASSWORD ? t('link.password') : providerName;

interface Props {
  readonly editor: UserStore;
  /** Asks before removing a linked account. */
  readonly onRemove: (providerName: string) => void;
  /** Asks before removing the second factor. */
  readonly onRemoveFactor: (factorId: string) => void;
  readonly onReset: () => void;
  readonly onSendCode: () => Promise<void>;
  readonly t: UsersText;
}

/** How a user signs in: the linked accounts, and ways to a new password. */
export function SignInSection({ editor, onRemove, onRemoveFactor, onReset, onSendCode, t }: Props): ReactNode {
  useSignals();
  const id = useId();
  const [isSending, setSending] = useState(false);
  const state = editor.state.value;
  if (state.status !== 'ready') return null;
  const { user, links, factors } = state;
  const isInvited = user.status === 'invited';
  const isDisabled = user.status === 'disabled' || user.status === 'erased';

  async function sendCode(): Promise<void> {
    setSending(true);
    await onSendCode();
    setSending(false);
  }

  return (
    <section className="section" aria-labelledby={id}>
      <h3 className="t3" id={id}>
        {t('section.signIn')}
      </h3>
      {links.length === 0 ? (
        <p className="s muted">{t('links.none')}</p>
      ) : (
        <ul className="links" aria-label={t('links')}>
          {links.map(({ providerName, subject, lastUsedAt }) => (
            <li key={providerName} className="row">
              <span className="stack grow">
                <span className="strong cut">{linkTitle(providerName, t)}</span>
                <span className="xs muted cut">{subject}</span>
              </span>
              <span className="xs muted">
                {lastUsedAt ? t('link.used', { time: formatDayAndTime(lastUsedAt) }) : t('link.unused')}
              </span>
              <IconButton
                small
                icon={Trash2}
                label={t('link.removeOf', { name: linkTitle(providerName, t) })}
                onClick={() => onRemove(providerName)}
              />
            </li>
          ))}
        </ul>
      )}
      {factors.length > 0 && (
        <ul className="links" aria-label={t('factors')}>
          {factors.map(({ id: factorId, kind, name, addedAt, lastUsedAt }) => (
            <li key={factorId} className="row">
              <span className="stack grow">
                <span className="strong cut">
                  {kind === 'passkey' ? t('factor.passkey', { name }) : t('factor.app')}
                </span>
                <span className="xs muted cut">{t('factor.added', { time: formatDayAndTime(addedAt) })}</span>
              </span>
              <span className="xs muted">
                {lastUsedAt ? t('link.used', { time: formatDayAndTime(lastUsedAt) }) : t('link.unused')}
              </span>
              <IconButton small icon={Trash2} label={t('factor.remove')} onClick={() => onRemoveFactor(factorId)} />
            </li>
          ))}
        </ul>
      )}
      <div className="row wrap">
        <Button icon={isInvited ? MailPlus : KeyRound} blocked={isDisabled} onClick={onReset}>
          {t(isInvited ? 'invite.again' : 'reset')}
        </Button>
        {!isInvited && (
          <Button icon={Mail} blocked={isDisabled} busy={isSending} onClick={() => void sendCode()}>
            {t('code.send')}
          </Button>
        )}
      </div>
      {isDisabled && <p className="xs muted">{t('password.inactive')}</p>}
    </section>
  );
}
