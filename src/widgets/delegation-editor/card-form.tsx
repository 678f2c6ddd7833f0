import { useSignals } from '@preact/signals-react/runtime';
import { Trash2, X } from 'lucide-react';
import { type ReactNode, Suspense, useId, useRef } from 'react';
import { problemText } from '../../shared/api/problem-text.ts';
import { DELEGATION_COMMENT_MAX } from '../../shared/contracts/constants.ts';
import { useStyles } from '../../shared/element/use-styles.ts';
import { daysBetween } from '../../shared/locale/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { IconButton } from '../../shared/ui/button.tsx';
import { CommitBar } from '../../shared/ui/commit-bar.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { ControlBox, Field } from '../../shared/ui/field.tsx';
import { PersonField } from '../../shared/ui/person-field.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import styles from '../../shared/ui/styles/delegations.css?inline';
import type { Card } from './cards.ts';
import { DayField } from './day-field.tsx';
import { type DraftField, isWhole, lengthOf } from './delegation-editor.rules.ts';
import type { DelegationEditorStore } from './delegation-editor.store.ts';
import type { EditorText } from './delegation-editor-text.ts';
import { ownTexts, ReportPanel } from './report-panel.tsx';

const PreviewPanel = containedPart(() => import('./preview/preview-panel.tsx'), 'PreviewPanel');

interface Props {
  readonly card: Card;
  readonly store: DelegationEditorStore;
  /** Key of the delegator. */
  readonly person: string | null;
  /** Name of the delegator. */
  readonly owner: string;
  readonly onSave: () => void;
  readonly onRemove: () => void;
  readonly onOpenTask: (taskId: string) => void;
  readonly onShowIncoming: () => void;
  readonly t: EditorText;
}

/** Form of one delegation period, with a preview before saving and a report afterwards. */
export function CardForm({
  card,
  store,
  person,
  owner,
  onSave,
  onRemove,
  onOpenTask,
  onShowIncoming,
  t,
}: Props): ReactNode {
  useStyles(styles);
  useSignals();
  const title = useId();
  const form = useRef<HTMLFormElement>(null);
  const { draft, saved, save } = card;
  const ended = saved?.state === 'ended';
  const faults = store.faults(card);
  const refused = save.status === 'failed' ? save.fields : {};
  const errorOf = (name: DraftField) => {
    const fault = faults[name];
    return fault ? t(`fault.${fault}`, { max: DELEGATION_COMMENT_MAX }) : refused[name];
  };
  const hasWords = save.status === 'failed' && Object.keys(refused).length === 0;
  const days = isWhole(draft) && draft.startDate <= draft.endDate ? daysBetween(draft.startDate, draft.endDate) + 1 : 0;
  const count = lengthOf(draft.comment);
  const parts = store.partsOf(card);
  return (
    <form
      ref={form}
      className="card editor"
      aria-labelledby={title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <div className="card-head">
        <h2 className="t2 grow cut" id={title}>
          {draft.delegate ? t('heading', { name: draft.delegate.name }) : t('heading.new')}
        </h2>
        <IconButton icon={Trash2} label={t('remove')} onClick={onRemove} />
        <IconButton icon={X} label={t('close')} onClick={() => store.select(null)} />
      </div>
      <div className="card-body stack">
        {hasWords && save.status === 'failed' && <Banner tone="red">{problemText(save.error)}</Banner>}
        <div className="form">
          <PersonField
            label={t('delegate')}
            value={draft.delegate}
            onChange={(delegate) => store.change(card.key, { delegate })}
            exclude={person}
            required
            error={errorOf('delegate')}
            className="c6"
          />
          <DayField
            label={t('startDate')}
            value={draft.startDate}
            onChange={(startDate) => store.change(card.key, { startDate })}
            error={errorOf('startDate')}
            near={null}
          />
          <DayField
            label={t('endDate')}
            value={draft.endDate}
            onChange={(endDate) => store.change(card.key, { endDate })}
            hint={days > 0 ? t('days', { count: days }) : undefined}
            error={errorOf('endDate')}
            near={draft.startDate === 'unreadable' ? null : draft.startDate}
          />
          <Field
            label={t('comment')}
            aside={<span>{t('counter', { count, max: DELEGATION_COMMENT_MAX })}</span>}
            error={errorOf('comment')}
            className="c6"
          >
            {(control) => (
              <ControlBox invalid={errorOf('comment') !== undefined}>
                <input
                  {...control}
                  type="text"
                  value={draft.comment}
                  onChange={(event) => store.change(card.key, { comment: event.target.value })}
                />
              </ControlBox>
            )}
          </Field>
          <div className="c6 stack ticks">
            <label className="tick">
              <input
                type="checkbox"
                className="check"
                checked={draft.replaceVerva}
                onChange={(event) => store.change(card.key, { replaceVerva: event.target.checked })}
              />
              <span>{t(store.isOwn ? 'replaces' : 'replaces.other')}</span>
            </label>
            <label className="tick">
              <input
                type="checkbox"
                className="check"
                checked={draft.moveOpenTasks && draft.replaceVerva}
                disabled={!draft.replaceVerva}
                onChange={(event) => store.change(card.key, { moveOpenTasks: event.target.checked })}
              />
              <span>{t('moves')}</span>
            </label>
          </div>
        </div>
        {(!ended || card.changed) && (
          <Suspense fallback={<Skeleton rows={3} />}>
            <PreviewPanel
              state={store.preview.value}
              draft={draft}
              owner={owner}
              isOwn={store.isOwn}
              actions={{
                cover: store.cover,
                openTask: onOpenTask,
                showIncoming: onShowIncoming,
                coverInVerva: () => store.change(card.key, { replaceVerva: true }),
                chooseDelegate: () => form.current?.querySelector<HTMLElement>('[role=combobox]')?.focus(),
                openOverlap: store.showOverlap,
              }}
            />
          </Suspense>
        )}
        <ReportPanel state={store.report.value} texts={ownTexts(t)} t={t} />
      </div>
      {card.changed && (
        <CommitBar
          save={parts > 1 ? t('saveAll', { count: parts }) : t('save')}
          isChanged
          isSaving={save.status === 'saving'}
          cancel={{ label: t('discard'), onCancel: () => store.discard(card.key) }}
        />
      )}
    </form>
  );
}
