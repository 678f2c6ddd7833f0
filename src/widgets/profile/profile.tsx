import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect } from 'react';
import { onLive } from '../../shared/api/live.ts';
import type { PropertiesOf } from '../../shared/element/index.ts';
import { useStyles } from '../../shared/element/use-styles.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { canChangePassword, checkSession, session } from '../../shared/session/index.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from '../../shared/ui/styles/profile.css?inline';
import { PasswordForm } from './password-form.tsx';
import { profileMessages } from './profile.messages.ts';
import { ProfileForm } from './profile-form.tsx';
import '../../shared/ui/styles/parts-sheet.ts';

type ProfileProps = PropertiesOf<'verva-profile'>;

/** Profile and password of the signed-in user. */
export function Profile({ section, closable = false }: ProfileProps): ReactNode {
  useStyles(styles);
  useSignals();
  const t = useMessages(profileMessages);
  const state = session.value;
  useEffect(() => onLive(['profile.changed'], () => void checkSession()), []);
  if (state.status === 'signed-out') {
    return (
      <div className="empty">
        <p className="t3">{t('profile.signedOut')}</p>
      </div>
    );
  }
  if (state.status !== 'signed-in') return <Skeleton rows={5} />;
  const { user, tenant } = state.session;
  const mayChange = canChangePassword();
  const both = section !== 'profile' && section !== 'password';
  return (
    <div className={closable ? 'profile-parts closable' : 'profile-parts'}>
      {section !== 'password' && (
        <section aria-label={t('profile.title')}>
          {both && <h2 className="t2">{t('profile.title')}</h2>}
          {/* Another user, or the same one in another organisation, starts with a new form. */}
          <ProfileForm
            key={`${user.key}/${tenant.tenantId}`}
            user={user}
            tenantName={tenant.name}
            mayChangeName={!(state.session.features ?? []).includes('name.readOnly')}
            mayChangeEmail={mayChange && (state.session.features ?? []).includes('email-change')}
            closable={closable}
            t={t}
          />
        </section>
      )}
      {section !== 'profile' && (mayChange || !both) && (
        <section aria-label={t('password.title')}>
          {both && <h2 className="t2">{t('password.title')}</h2>}
          {mayChange ? (
            <PasswordForm username={user.id} closable={closable} t={t} />
          ) : (
            <p className="second">{t('password.elsewhere')}</p>
          )}
        </section>
      )}
    </div>
  );
}
