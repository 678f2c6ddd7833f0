import { useSignals } from '@preact/signals-react/runtime';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { memo, type ReactNode, useRef } from 'react';
import { type RowState, type TableState, textOf } from '../forms/index.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { FieldNote } from '../ui/field.tsx';
import { FieldView } from './field-view.tsx';
import { controlId, useForm } from './form-context.ts';
import { issueText } from './issue-text.ts';
import { RepeatLabel } from './repeat-label.tsx';
import { Total } from './total.tsx';
import { type RowActions, useRows } from './use-rows.ts';

const TEXTS = { added: 'group.added', removed: 'group.removed' } as const;

/** Repeating cards, for many or wide fields: added, removed, moved up and down. */
export function GroupView({ state }: { readonly state: TableState }): ReactNode {
  useSignals();
  const { t, language, prefix, model } = useForm();
  const frame = useRef<HTMLDivElement>(null);
  const rowActions = useRows({ state, frame, texts: TEXTS });
  if (!state.visible.value) return null;
  const { node } = state.definition;
  const id = controlId(prefix, state.id);
  const issue = state.shown.value;
  const rows = state.rows.value;
  const isReadOnly = state.readOnly.value;
  const called = textOf(node.rowLabel, language) || t('group.row');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, and the label is elsewhere
    <div
      className="stack table-field cards c12"
      ref={frame}
      role="group"
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-label`}
      aria-describedby={issue ? `${id}-note` : undefined}
      data-fault={issue ? true : undefined}
    >
      <RepeatLabel state={state} id={`${id}-label`} />
      {rows.length === 0 && <p className="no-cards muted">{t('group.empty')}</p>}
      {rows.map((row, index) => (
        <Card
          key={row.rowId}
          row={row}
          title={`${called} ${index + 1}`}
          isFirst={index === 0}
          isLast={index === rows.length - 1}
          isReadOnly={isReadOnly}
          rowActions={rowActions}
        />
      ))}
      <div className="row wrap">
        {!isReadOnly && (
          <Button
            className="add-row"
            kind="ghost"
            small
            icon={Plus}
            blocked={!state.canAdd.value}
            onClick={rowActions.add}
          >
            {node.addLabel ? textOf(node.addLabel, language) : t('group.add')}
          </Button>
        )}
        {(node.totals ?? []).map((key) => (
          <span className="card-total" key={key}>
            <Total state={model.field(key)} />
          </span>
        ))}
      </div>
      {issue && <FieldNote id={`${id}-note`} error={issueText(issue, state.definition, t, language)} />}
      <span className="sr" role="status">
        {rowActions.announcement}
      </span>
    </div>
  );
}

interface CardProps {
  readonly row: RowState;
  readonly title: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isReadOnly: boolean;
  readonly rowActions: RowActions;
}

const Card = memo(
  function Card({ row, title, isFirst, isLast, isReadOnly, rowActions }: CardProps): ReactNode {
    const { t } = useForm();
    return (
      <section className="card-row" data-row={row.rowId} aria-label={title}>
        <div className="entry-head row">
          <h3 className="t3 grow cut">{title}</h3>
          {!isReadOnly && (
            <>
              <IconButton
                icon={ArrowUp}
                small
                className="up"
                blocked={isFirst}
                label={t('group.up', { attribute: title })}
                onClick={() => rowActions.move(row, -1)}
              />
              <IconButton
                icon={ArrowDown}
                small
                className="down"
                blocked={isLast}
                label={t('group.down', { attribute: title })}
                onClick={() => rowActions.move(row, 1)}
              />
              <IconButton
                icon={X}
                small
                className="remove"
                label={t('group.remove', { attribute: title })}
                onClick={() => rowActions.remove(row)}
              />
            </>
          )}
        </div>
        <div className="form">
          {[...row.cells.values()].map((cell) => (
            <FieldView key={cell.id} state={cell} className={`c${cell.definition.node.width ?? 6}`} />
          ))}
        </div>
      </section>
    );
  },
  // The row actions are stable between renderings.
  (before, after) =>
    before.row === after.row &&
    before.title === after.title &&
    before.isFirst === after.isFirst &&
    before.isLast === after.isLast &&
    before.isReadOnly === after.isReadOnly,
);
