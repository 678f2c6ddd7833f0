import { useSignals } from '@preact/signals-react/runtime';
import { Building2, Network, Tag, Trash2, User, Users, UsersRound } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { problemText } from '../../../shared/api/problem-text.ts';
import type { ManualAudience } from '../../../shared/contracts/manual-authoring.contract.ts';
import { watchUnsaved } from '../../../shared/page/unsaved.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { ComboBox } from '../../../shared/ui/combo-box.tsx';
import { CommitBar } from '../../../shared/ui/commit-bar.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { showSnack } from '../../../shared/ui/snackbar.ts';
import { useManual } from '../manual-context.ts';
import { type AudienceStore, createAudience } from './audience.store.ts';
import { AUDIENCE_KINDS, type AudienceKind, findAudience } from './find-audience.ts';

const ICONS = { all: Users, group: UsersRound, department: Network, company: Building2, tag: Tag, user: User } as const;

/** Audience of the manual, as rules that follow users who join, move or leave. */
export function AudienceTab(): ReactNode {
  useSignals();
  const { store: manual, mayWrite, t } = useManual();
  const store = useMemo(() => createAudience(manual), [manual]);
  useEffect(() => {
    void store.load();
    const unwatch = watchUnsaved({
      isTyped: () => store.isChanged.peek(),
      keep: store.save,
      discard: async () => store.stop(),
      keeping: 'saves',
    });
    return () => {
      unwatch();
      store.stop();
    };
  }, [store]);
  const state = store.state.value;
  const saving = store.saving.value;
  if (state.status === 'loading') return <Skeleton rows={4} label={t('loading')} />;
  if (state.status === 'failed') {
    return (
      <EmptyState mark="failed" title={problemText(state.error)}>
        <Button onClick={() => void store.load()}>{t('retry')}</Button>
      </EmptyState>
    );
  }
  const { rules, people } = state;
  const isCounting = saving.status === 'counting';
  const included = rules.filter(({ excluded }) => !excluded);
  const left = rules.filter(({ excluded }) => excluded);
  const save = async () => {
    await store.save();
    if (store.saving.peek().status === 'idle') showSnack(t('audience.saved', { people }));
  };
  return (
    <div className="mn-narrow">
      {saving.status === 'failed' && <Banner tone="red">{problemText(saving.error)}</Banner>}
      <section className="card mn-total">
        <Icon of={Users} size="l" />
        <span className="grow" role="status">
          <span className="t2">{isCounting ? t('audience.counting') : t('audience.people', { people })}</span>
          <span className="s muted">{t('audience.follows')}</span>
        </span>
      </section>
      {!isCounting && people === 0 && (
        <Banner tone="amber">{t(rules.length === 0 ? 'audience.none' : 'audience.nobody')}</Banner>
      )}
      <Rules title={t('audience.included')} rules={included} store={store} />
      {left.length > 0 && <Rules title={t('audience.excluded')} rules={left} store={store} />}
      {mayWrite && <Add store={store} />}
      {mayWrite && (
        <CommitBar
          save={t('save')}
          onSave={() => void save()}
          isChanged={store.isChanged.value}
          isSaving={saving.status === 'saving'}
        />
      )}
    </div>
  );
}

interface RulesProps {
  readonly title: string;
  readonly rules: ManualAudience['rules'];
  readonly store: AudienceStore;
}

function Rules({ title, rules, store }: RulesProps): ReactNode {
  const { t, mayWrite } = useManual();
  if (rules.length === 0) return null;
  return (
    <section className="card" aria-label={title}>
      <div className="card-head">
        <h3 className="t3">{title}</h3>
      </div>
      <ul className="mn-rules">
        {rules.map((rule) => {
          const name = rule.kind === 'all' ? t('audience.all') : rule.name;
          return (
            <li key={`${rule.kind} ${rule.ref}`} className="row">
              <Icon of={ICONS[rule.kind]} />
              <span className="stack grow">
                <span className="cut">{name}</span>
                <span className="xs muted">{t(`audience.kind.${rule.kind}`)}</span>
              </span>
              <span className="s muted nowrap">{t('people', { count: rule.people })}</span>
              {mayWrite && rule.kind !== 'all' && (
                <Button
                  small
                  kind="ghost"
                  aria-label={t(rule.excluded ? 'audience.include.of' : 'audience.exclude.of', { name })}
                  onClick={() => void store.exclude(rule, !rule.excluded)}
                >
                  {t(rule.excluded ? 'audience.include' : 'audience.exclude')}
                </Button>
              )}
              {mayWrite && (
                <IconButton
                  small
                  icon={Trash2}
                  label={t('audience.remove', { name })}
                  onClick={() => void store.remove(rule)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Add({ store }: { readonly store: AudienceStore }): ReactNode {
  useSignals();
  const { t, send } = useManual();
  const [kind, setKind] = useState<AudienceKind>('department');
  const state = store.state.value;
  const rules = state.status === 'ready' ? state.rules : [];
  const hasAll = rules.some((rule) => rule.kind === 'all');
  return (
    <section className="card card-body mn-add" aria-label={t('audience.add')}>
      <Field label={t('audience.kind')} className="mn-add-kind">
        {(control) => (
          <select
            {...control}
            className="control"
            value={kind}
            onChange={({ target }) => setKind(target.value as AudienceKind)}
          >
            {AUDIENCE_KINDS.map((one) => (
              <option key={one} value={one}>
                {t(`audience.kind.${one}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t('audience.add')} className="grow">
        {(control) => (
          <ComboBox
            control={control}
            label={t(`audience.kind.${kind}`)}
            placeholder={t('audience.add.placeholder')}
            about={kind}
            find={(q, signal) => findAudience(send, kind, q, signal)}
            isChosen={(id) => rules.some((rule) => rule.kind === kind && rule.ref === id)}
            several
            onPick={({ id, text }) => void store.add({ kind, ref: id, name: text })}
          />
        )}
      </Field>
      {!hasAll && (
        <Button icon={Users} onClick={() => void store.add({ kind: 'all', ref: '', name: t('audience.all') })}>
          {t('audience.all')}
        </Button>
      )}
    </section>
  );
}
