import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../shared/api/index.ts';
import { problemText } from '../../../shared/api/problem-text.ts';
import { languageName } from '../../../shared/contracts/language-name.ts';
import { listManualGroups } from '../../../shared/contracts/manual-authoring.contract.ts';
import type { UserRef } from '../../../shared/contracts/shapes.contract.ts';
import { useLoaded } from '../../../shared/lists/use-loaded.ts';
import { watchUnsaved } from '../../../shared/page/unsaved.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { ChoiceControl } from '../../../shared/ui/choice-control.tsx';
import { CommitBar } from '../../../shared/ui/commit-bar.tsx';
import { ControlBox, Field } from '../../../shared/ui/field.tsx';
import { PersonField } from '../../../shared/ui/person-field.tsx';
import { RetryBanner } from '../../../shared/ui/retry-banner.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { showSnack } from '../../../shared/ui/snackbar.ts';
import { StatusText } from '../../../shared/ui/status-shape.tsx';
import { useSaving } from '../../../shared/ui/use-saving.ts';
import { GroupOptions } from '../group-options.tsx';
import type { ManualChangeBody } from '../manual.store.ts';
import { useManual } from '../manual-context.ts';
import { DueFields } from './due-fields.tsx';
import { NumberField } from './number-field.tsx';
import { RemindDays } from './remind-days.tsx';

type Draft = Omit<ManualChangeBody, 'ownerId'> & { readonly owner: UserRef | null };

/** Settings that apply to all versions of the manual: group, owner, deadline. */
export function SettingsTab(): ReactNode {
  const { manual, store, send, languages, mayWrite, t } = useManual();
  const [groups, retry] = useLoaded('groups', (signal) => send(listManualGroups, { signal }));
  const [draft, setDraft] = useState<Draft>(() => draftOf(manual));
  const [typed, setTyped] = useState(false);
  const saving = useSaving();
  const set = (part: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...part }));
    setTyped(true);
  };
  const isCode = draft.code.trim() !== '';
  const { owner } = draft;
  const isWhole = isCode && owner !== null && isDueWhole(draft.due);

  async function keep(): Promise<void> {
    if (!owner) return;
    const { owner: _owner, ...rest } = draft;
    await store.save({ ...rest, code: draft.code.trim(), ownerId: owner.key });
    setTyped(false);
    // Registered before the first paint, so that an early navigation already asks.
    latest.current.typed = false;
    showSnack(t('settings.saved'));
  }
  const save = () => saving.save(keep, isWhole);

  const latest = useRef({ typed, save });
  latest.current = { typed, save };
  useEffect(
    () =>
      watchUnsaved({
        isTyped: () => latest.current.typed,
        keep: () => latest.current.save(),
        discard: async () => undefined,
        keeping: 'saves',
      }),
    [],
  );

  if (groups.status === 'loading') return <Skeleton rows={6} label={t('loading')} />;
  if (groups.status === 'failed') {
    return <RetryBanner error={groups.error} onRetry={retry} label={t('retry')} />;
  }
  const { error } = saving;
  const isConflict = error instanceof ApiError && error.status === 412;
  const isTaken = saving.code === 'manual.code_taken';
  const codeFault = isTaken ? problemText(error) : isCode ? undefined : t('fault.required', { attribute: t('code') });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <form className="mn-narrow" noValidate onSubmit={submit} aria-label={t('tab.settings')}>
      {error !== undefined && !isTaken && (
        <Banner
          tone="red"
          action={
            isConflict && (
              <Button
                small
                onClick={() =>
                  void store.load().then(() => {
                    const now = store.state.peek();
                    if (now.status === 'ready') setDraft(draftOf(now.manual));
                    setTyped(false);
                    saving.clear();
                  })
                }
              >
                {t('settings.readAgain')}
              </Button>
            )
          }
        >
          {problemText(error)}
        </Banner>
      )}
      <fieldset className="card card-body mn-fields" disabled={!mayWrite}>
        <legend className="sr">{t('settings.general')}</legend>
        <div className="form">
          <Field label={t('code')} required error={codeFault} announces className="c4">
            {(control) => (
              <ControlBox invalid={codeFault !== undefined}>
                <input
                  {...control}
                  type="text"
                  maxLength={40}
                  autoComplete="off"
                  value={draft.code}
                  onChange={({ target }) => {
                    set({ code: target.value });
                    saving.clear();
                  }}
                />
              </ControlBox>
            )}
          </Field>
          <Field label={t('group')} required className="c8">
            {(control) => (
              <select
                {...control}
                className="control"
                value={draft.groupId}
                onChange={({ target }) => set({ groupId: target.value })}
              >
                <GroupOptions groups={groups.value} />
              </select>
            )}
          </Field>
          <PersonField
            label={t('owner')}
            required
            value={owner}
            onChange={(person) => set({ owner: person })}
            error={owner ? undefined : t('fault.required', { attribute: t('owner') })}
            className="c6"
          />
          <Field label={t('fallback')} hint={t('fallback.hint')} className="c6">
            {(control) => (
              <select
                {...control}
                className="control"
                value={draft.fallbackLanguageId}
                onChange={({ target }) => set({ fallbackLanguageId: target.value })}
              >
                {[...new Set([...languages, draft.fallbackLanguageId])].map((id) => (
                  <option key={id} value={id}>
                    {languageName(id)}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <fieldset className="c12 mn-radios">
            <legend className="label">{t('status')}</legend>
            {(['1_active', '2_inactive'] as const).map((status) => (
              <ChoiceControl
                key={status}
                oneOf="manual-status"
                label={
                  <StatusText status={status === '1_active' ? 'active' : 'inactive'}>
                    {t(`status.${status}`)}
                  </StatusText>
                }
                hint={t(`status.${status}.hint`)}
                checked={draft.status === status}
                onChange={() => set({ status })}
              />
            ))}
          </fieldset>
        </div>
      </fieldset>
      <fieldset className="card card-body mn-fields" disabled={!mayWrite}>
        <legend className="sr">{t('due')}</legend>
        <DueFields due={draft.due} onChange={(due) => set({ due })} t={t} />
        <RemindDays days={draft.remindDays} onChange={(remindDays) => set({ remindDays })} t={t} />
        <div className="row wrap">
          <ChoiceControl
            label={t('escalate')}
            checked={draft.escalateDays !== null}
            onChange={(isChecked) => set({ escalateDays: isChecked ? 7 : null })}
          />
          {draft.escalateDays !== null && (
            <NumberField
              label={t('escalate.days')}
              value={draft.escalateDays}
              min={0}
              max={365}
              onChange={(escalateDays) => set({ escalateDays })}
            />
          )}
        </div>
        <ChoiceControl
          label={t('requireScroll')}
          hint={t('requireScroll.hint')}
          checked={draft.requireScroll}
          onChange={(isChecked) => set({ requireScroll: isChecked })}
        />
      </fieldset>
      {mayWrite && <CommitBar save={t('save')} isChanged={typed} isSaving={saving.isSaving} isBlocked={!isWhole} />}
    </form>
  );
}

function draftOf(manual: ReturnType<typeof useManual>['manual']): Draft {
  const { code, groupId, owner, status, fallbackLanguageId, due, remindDays, escalateDays, requireScroll } = manual;
  return { code, groupId, owner, status, fallbackLanguageId, due, remindDays, escalateDays, requireScroll };
}

function isDueWhole(due: Draft['due']): boolean {
  return due.kind !== 'date' || /^\d{4}-\d{2}-\d{2}$/.test(due.date);
}
