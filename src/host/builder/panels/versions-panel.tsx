import { useSignals } from '@preact/signals-react/runtime';
import { Check, RotateCcw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { problemText } from '../../../shared/api/problem-text.ts';
import type { FormVersion } from '../../../shared/contracts/forms.contract.ts';
import { formatDayAndTime, useMessages } from '../../../shared/locale/index.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { showSnack } from '../../../shared/ui/snackbar.ts';
import type { BuilderStore } from '../builder.store.ts';
import type { PanelProps, PanelsText } from './panel.ts';
import { panelsMessages } from './panels.messages.ts';
import { ChangeList } from './versions/change-list.tsx';
import { useVersionBody, useVersions } from './versions/use-versions.ts';
import './panels.css';

/** Published versions, differences between any two of them or the draft, and restoring. */
export function VersionsPanel({ store }: PanelProps): ReactNode {
  useSignals();
  const t = useMessages(panelsMessages);
  const published = store.form.value?.published ?? null;
  const [state, retry] = useVersions(store.formId, published);
  // Null: the draft.
  const [chosen, setChosen] = useState<{ readonly from: number; readonly to: number | null } | null>(null);
  if (state.status === 'loading') return <Skeleton rows={6} />;
  if (state.status === 'failed') {
    return (
      <EmptyState mark="failed" title={problemText(state.error)}>
        <Button onClick={retry}>{t('retry')}</Button>
      </EmptyState>
    );
  }
  const versions = state.value;
  const [newest] = versions;
  if (!newest) return <EmptyState title={t('versions.none')} text={t('versions.none.text')} />;
  const { from, to } = chosen ?? { from: newest.number, to: null };
  const choose = (part: { readonly from?: number; readonly to?: number | null }) => setChosen({ from, to, ...part });
  return (
    <div className="pn-page pn-versions">
      <ol className="pn-list" aria-label={t('versions.list')}>
        <li className={to === null ? 'is-current' : ''}>
          <button type="button" onClick={() => choose({ from: newest.number, to: null })}>
            <span className="strong">{t('versions.draft')}</span>
            <span className="xs muted">{t('versions.draft.text')}</span>
          </button>
        </li>
        {versions.map((version, index) => (
          <li key={version.number} className={to === version.number ? 'is-current' : ''}>
            <button
              type="button"
              onClick={() => choose({ from: versions[index + 1]?.number ?? version.number, to: version.number })}
            >
              <VersionLine version={version} t={t} />
            </button>
          </li>
        ))}
      </ol>
      <section className="pn-difference" aria-label={t('versions.difference')}>
        <div className="pn-tools">
          <span className="row s">
            <span aria-hidden="true">{t('versions.from')}</span>
            <VersionChoice
              label={t('versions.from')}
              value={from}
              versions={versions}
              onChange={(number) => choose({ from: number ?? from })}
              t={t}
            />
          </span>
          <span className="row s">
            <span aria-hidden="true">{t('versions.to')}</span>
            <VersionChoice
              label={t('versions.to')}
              value={to}
              versions={versions}
              withDraft
              onChange={(number) => choose({ to: number })}
              t={t}
            />
          </span>
          <span className="grow" />
          <Restore store={store} number={to ?? from} t={t} />
        </div>
        <Difference store={store} from={from} to={to} t={t} />
      </section>
    </div>
  );
}

function VersionLine({ version, t }: { readonly version: FormVersion; readonly t: PanelsText }): ReactNode {
  const who = version.publishedBy?.name;
  const when = formatDayAndTime(version.publishedAt);
  return (
    <>
      <span className="strong">{t('versions.number', { number: version.number })}</span>
      <span className="xs muted">{who ? t('versions.by', { who, when }) : when}</span>
      {version.note && <span className="s pn-note">{version.note}</span>}
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: number | null;
  readonly versions: readonly FormVersion[];
  readonly withDraft?: boolean;
  readonly onChange: (number: number | null) => void;
  readonly t: PanelsText;
}

function VersionChoice({ label, value, versions, withDraft, onChange, t }: ChoiceProps): ReactNode {
  return (
    <select
      className="control pn-narrow"
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
    >
      {withDraft && <option value="">{t('versions.draft')}</option>}
      {versions.map(({ number }) => (
        <option key={number} value={number}>
          {t('versions.number', { number })}
        </option>
      ))}
    </select>
  );
}

interface DifferenceProps {
  readonly store: BuilderStore;
  readonly from: number;
  readonly to: number | null;
  readonly t: PanelsText;
}

function Difference({ store, from, to, t }: DifferenceProps): ReactNode {
  useSignals();
  const [before, again] = useVersionBody(store.formId, from);
  const [after, andAgain] = useVersionBody(store.formId, to);
  const failed = [before, after].find((one) => one.status === 'failed');
  if (failed?.status === 'failed') {
    return (
      <Banner
        tone="red"
        action={
          <Button
            small
            onClick={() => {
              again();
              andAgain();
            }}
          >
            {t('retry')}
          </Button>
        }
      >
        {problemText(failed.error)}
      </Banner>
    );
  }
  if (before.status !== 'ready' || after.status !== 'ready') return <Skeleton rows={4} />;
  const old = before.value;
  return old ? <ChangeList before={old} after={after.value ?? store.body.value} /> : null;
}

/** Restores a version into the draft as one undo step. */
function Restore({ store, number, t }: Omit<DifferenceProps, 'from' | 'to'> & { readonly number: number }): ReactNode {
  const [body] = useVersionBody(store.formId, number);
  return (
    <Button
      icon={RotateCcw}
      blocked={body.status !== 'ready'}
      onClick={() => {
        if (body.status !== 'ready' || !body.value) return;
        const isDone = store.replace(body.value);
        showSnack({ text: t(isDone ? 'versions.restored' : 'versions.same', { number }), icon: Check });
      }}
    >
      {t('versions.restore', { number })}
    </Button>
  );
}
