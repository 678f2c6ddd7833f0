import { useSignals } from '@preact/signals-react/runtime';
import { type ComponentProps, type ReactNode, Suspense, useEffect } from 'react';
import { onLive } from '../../shared/api/live.ts';
import type { PropertiesOf } from '../../shared/element/index.ts';
import { useStyles } from '../../shared/element/use-styles.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { canChangePassword, checkSession, session } from '../../shared/session/index.ts';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from '../../shared/ui/styles/profile.css?inline';
import { PasswordForm } from './password-form.tsx';
import { profileMessages } from './profile.messages.ts';
import { ProfileForm } from './profile-form.tsx';
import type { Security as OwnSecurity } from './security.tsx';
import '../../shared/ui/styles/parts-sheet.ts';

const PARTS = ['profile', 'password', 'security'] as const;

// The second factor is set up once: its code is loaded on demand.
const Security = containedPart<'Security', ComponentProps<typeof OwnSecurity>>(
  () => import('./security.tsx'),
  'Security',
);

type ProfileProps = PropertiesOf<'verva-profile'>;

/** Profile, password and second factor of the signed-in user. */
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
  const only = PARTS.find((part) => part === section);
  const shows = (part: (typeof PARTS)[number]) => only === undefined || only === part;
  const both = only === undefined;
  return (
    <div className={closable ? 'profile-parts closable' : 'profile-parts'}>
      {shows('profile') && (
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
      {shows('password') && (mayChange || !both) && (
        <section aria-label={t('password.title')}>
          {both && <h2 className="t2">{t('password.title')}</h2>}
          {mayChange ? (
            <PasswordForm username={user.id} closable={closable} t={t} />
          ) : (
            <p className="second">{t('password.elsewhere')}</p>
          )}
        </section>
      )}
      {shows('security') && (mayChange || !both) && (
        <section aria-label={t('security.title')}>
          {both && <h2 className="t2">{t('security.title')}</h2>}
          {mayChange ? (
            <Suspense fallback={<Skeleton rows={3} />}>
              <Security username={user.id} />
            </Suspense>
          ) : (
            <p className="second">{t('security.elsewhere')}</p>
          )}
        </section>
      )}
    </div>
  );
}
