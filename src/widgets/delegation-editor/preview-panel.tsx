import { CircleAlert, Lock, TriangleAlert, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DelegationConflict, DelegationPreview } from '../../shared/contracts/delegations.contract.ts';
import { formatDay } from '../../shared/locale/index.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { StatusShape } from '../../shared/ui/status-shape.tsx';
import type { PreviewState } from './card-effects.store.ts';
import type { Draft } from './delegation-editor.rules.ts';
import type { EditorText } from './delegation-editor-text.ts';

interface Props {
  readonly state: PreviewState;
  readonly draft: Draft;
  readonly t: EditorText;
}

/** BEY-01: effects of saving, shown beforehand. Warnings do not prevent saving. */
export function PreviewPanel({ state, draft, t }: Props): ReactNode {
  const shown = state.status === 'ready' ? state.preview : state.status === 'loading' ? state.before : null;
  return (
    <section className="effects-panel stack" aria-label={t('preview.title')} aria-busy={state.status === 'loading'}>
      <h3 className="t3">{t('preview.title')}</h3>
      <div role="status">
        {shown ? (
          <Effects preview={shown} draft={draft} t={t} />
        ) : (
          <p className="s second">
            {state.status === 'loading' && t('preview.loading')}
            {state.status === 'failed' && t('preview.failed')}
            {state.status === 'none' && t('preview.blank')}
          </p>
        )}
      </div>
    </section>
  );
}

function Effects({
  preview,
  draft,
  t,
}: {
  readonly preview: DelegationPreview;
  readonly draft: Draft;
  readonly t: EditorText;
}): ReactNode {
  const { moves, tasks, notVisible, confidentialStay, conflicts } = preview;
  const more = moves - tasks.length;
  return (
    <ul className="effects">
      <li>
        <StatusShape status={draft.replaceVerva && moves > 0 ? 'read' : 'cancelled'} />
        <span className="stack grow">
          <span>
            {draft.replaceVerva
              ? t('preview.moves', { count: moves, delegate: draft.delegate?.name ?? '' })
              : t('preview.nothing')}
          </span>
          {draft.replaceVerva && <span className="xs muted">{t('preview.back')}</span>}
          {tasks.length > 0 && (
            <details>
              <summary className="xs">{t('preview.tasks', { count: moves })}</summary>
              <ol className="moving">
                {tasks.map((task) => (
                  <li key={task.id}>
                    <span className="cut">{task.name}</span>
                    <span className="xs muted">
                      {[task.businessKey, task.process?.name].filter(Boolean).join(' · ')}
                    </span>
                  </li>
                ))}
                {more > 0 && <li className="xs muted">{t('preview.more', { count: more })}</li>}
              </ol>
            </details>
          )}
        </span>
      </li>
      {conflicts.map((conflict) => (
        <li key={`${conflict.code} ${JSON.stringify(conflict.params)}`}>
          <span className={conflict.code === 'overlap' ? 'tone-red' : 'tone-amber'}>
            <Icon of={conflict.code === 'overlap' ? CircleAlert : TriangleAlert} />
          </span>
          <span className="grow">
            <span className="sr">{t('warning')} </span>
            {conflictText(conflict, t)}
          </span>
        </li>
      ))}
      {notVisible > 0 && (
        <li>
          <span className="muted">
            <Icon of={Users} />
          </span>
          <span className="grow">{t('preview.notVisible', { count: notVisible })}</span>
        </li>
      )}
      {confidentialStay > 0 && (
        <li>
          <span className="muted">
            <Icon of={Lock} />
          </span>
          <span className="grow">{t('preview.confidential', { count: confidentialStay })}</span>
        </li>
      )}
    </ul>
  );
}

function conflictText({ code, params }: DelegationConflict, t: EditorText): string {
  const day = (name: 'from' | 'until') => (typeof params[name] === 'string' ? formatDay(params[name]) : '');
  return t(`conflict.${code}`, { ...params, from: day('from'), until: day('until') });
}
