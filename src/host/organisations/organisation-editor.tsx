import { useSignals } from '@preact/signals-react/runtime';
import { ArrowLeft, Check, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useStyles } from '../../shared/element/use-styles.ts';
import { formatDayAndTime } from '../../shared/locale/index.ts';
import { checkSession, shownSession } from '../../shared/session/index.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { CommitBar } from '../../shared/ui/commit-bar.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { SaveFailed } from '../../shared/ui/save-failed.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import companies from '../../shared/ui/styles/companies.css?inline';
import settings from '../../shared/ui/styles/settings-table.css?inline';
import { AccessCard, SuspendDialog } from './access-card.tsx';
import { DangerCard, EraseDialog } from './danger-card.tsx';
import { ExportCard } from './export-card.tsx';
import { LogoField, OrganisationLogo } from './logo-field.tsx';
import type { OrganisationStore } from './organisation.store.ts';
import { OrganisationStatus } from './organisation-status.tsx';
import type { OrganisationsText } from './organisations-text.ts';
import { ProfileFields } from './profile-fields.tsx';
import './organisations.css';

interface Props {
  readonly editor: OrganisationStore;
  /** Returns to the list; without it, the organisation is the user's own. */
  readonly onBack?: () => void;
  readonly t: OrganisationsText;
}

/** One organisation: its profile, and links to its other settings. */
export function OrganisationEditor({ editor, onBack, t }: Props): ReactNode {
  useStyles(settings);
  useStyles(companies);
  useSignals();
  const form = useRef<HTMLFormElement>(null);
  const [suspends, setSuspends] = useState(false);
  const [erases, setErases] = useState(false);
  const state = editor.state.value;
  useEffect(() => {
    // What was typed before the list was shown continues.
    if (!editor.isChanged.peek()) void editor.load();
  }, [editor]);
  if (state.status === 'failed') {
    if (state.code !== 'tenant.not_found' || !onBack) {
      return <LoadFailed code={state.code} onRetry={() => void editor.load()} t={t} />;
    }
    return (
      <EmptyState mark="failed" title={t('gone')}>
        <Button onClick={onBack}>{t('back')}</Button>
      </EmptyState>
    );
  }
  if (state.status === 'loading') return <Skeleton rows={8} label={t('loading')} />;
  const { organisation } = state;
  const { name } = organisation;
  const isOwn = organisation.tenantId === shownSession.value?.tenant.tenantId;
  const isChanged = editor.isChanged.value;
  const saving = editor.save.value;
  const failed = saving.status === 'failed' && saving.of === 'profile' ? saving.error : undefined;
  const save = async () => {
    if (await editor.submit()) {
      showSnack({ text: t('saved', { name: editor.values.peek()?.name ?? name }), icon: Check });
      // The frame shows the name and the logo of the user's own organisation.
      if (isOwn) void checkSession();
    } else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };
  return (
    <article className="settings-table org" aria-label={name}>
      <header className="settings-head">
        {onBack && <IconButton icon={ArrowLeft} label={t('back')} onClick={onBack} />}
        <OrganisationLogo name={name} logo={organisation.logo} size={40} />
        <div className="stack grow">
          <h2 className="t1 cut">{name}</h2>
          <p className="s muted row wrap">
            <span className="mono">{organisation.tenantId}</span>
            <span>{t('created.at', { time: formatDayAndTime(organisation.createdAt) })}</span>
            <OrganisationStatus organisation={organisation} t={t} />
          </p>
        </div>
      </header>
      <form
        ref={form}
        className="settings-page"
        noValidate
        aria-label={name}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div className="settings-scroll">
          <Section title={t('section.profile')}>
            <ProfileFields editor={editor} t={t} />
          </Section>
          <div className="stack org-side">
            <Section title={t('section.logo')}>
              <LogoField organisation={organisation} editor={editor} t={t} />
            </Section>
            {(isOwn || onBack) && <Links of={isOwn ? null : organisation.tenantId} t={t} />}
            <Section title={t('section.data')}>
              <ExportCard store={editor.exports} t={t} />
            </Section>
            {onBack && !organisation.isProvider && (
              <Section title={t('section.access')}>
                <AccessCard organisation={organisation} editor={editor} onSuspend={() => setSuspends(true)} t={t} />
              </Section>
            )}
            {onBack && !organisation.isProvider && (
              <Section title={t('section.danger')}>
                <DangerCard
                  store={editor.erasure}
                  onAsk={() => setErases(true)}
                  onChanged={() => void editor.refresh()}
                  t={t}
                />
              </Section>
            )}
          </div>
        </div>
        <CommitBar
          save={t('save')}
          isChanged={isChanged}
          isSaving={saving.status === 'saving'}
          cancel={isChanged ? { label: t('cancel'), onCancel: editor.reset } : undefined}
        >
          <SaveFailed error={failed} />
        </CommitBar>
      </form>
      {erases && (
        <EraseDialog
          name={name}
          store={editor.erasure}
          onChanged={() => void editor.refresh()}
          onClose={() => setErases(false)}
          t={t}
        />
      )}
      {suspends && <SuspendDialog name={name} editor={editor} onClose={() => setSuspends(false)} t={t} />}
    </article>
  );
}

interface LinksProps {
  /** Null: the user's own organisation. */
  readonly of: string | null;
  readonly t: OrganisationsText;
}

/** Other pages with settings of the organisation. */
function Links({ of, t }: LinksProps): ReactNode {
  const start = of === null ? '/settings' : `/settings/organisations/${of}`;
  const own = ['sign-in', 'identity-providers', 'provisioning', 'embedding', 'notifications', 'audit'] as const;
  const pages = of === null ? own : (['sign-in', 'identity-providers'] as const);
  return (
    <Section title={t('section.more')}>
      <ul className="org-links">
        {pages.map((page) => (
          <li key={page}>
            <Link href={`${start}/${page}`} className="row org-link">
              <span className="stack grow">
                <span className="strong">{t(`page.${page}`)}</span>
                <span className="s muted">{t(`page.${page}.more`)}</span>
              </span>
              <Icon of={ChevronRight} />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

function Section({ title, children }: SectionProps): ReactNode {
  const id = useId();
  return (
    <section className="section" aria-labelledby={id}>
      <h3 className="t3" id={id}>
        {title}
      </h3>
      {children}
    </section>
  );
}
