import { useSignals } from '@preact/signals-react/runtime';
import { Plus, X } from 'lucide-react';
import { type CSSProperties, type ReactNode, useRef, useState } from 'react';
import { type FieldState, type RowState, type TableState, textOf } from '../forms/index.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { FieldNote } from '../ui/field.tsx';
import { LazyAttachmentCell } from './files/lazy-files.tsx';
import { controlId, useForm } from './form-context.ts';
import { Input } from './inputs.tsx';
import { issueText } from './issue-text.ts';
import { fullText, unitOf, valueText } from './value-text.ts';

const NUMERIC = ['number', 'money'];
/** What a column needs; below their sum the table scrolls inside its frame. Numbers and files have these widths, the others share the rest. */
const WIDTHS = { number: 104, attachment: 148, other: 132, actions: 40 } as const;

function widthOf(columns: TableState['definition']['node']['columns']): number {
  let sum: number = WIDTHS.actions;
  for (const { type } of columns) {
    if (NUMERIC.includes(type)) sum += WIDTHS.number;
    else sum += type === 'attachment' ? WIDTHS.attachment : WIDTHS.other;
  }
  return sum;
}

/** A repeating table: rows that are edited in place; on narrow forms each row is a card. */
export function TableView({ state }: { readonly state: TableState }): ReactNode {
  useSignals();
  const { t, language, prefix, model } = useForm();
  const frame = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState('');
  if (!state.visible.value) return null;
  const { node, maxRows } = state.definition;
  const id = controlId(prefix, state.id);
  const label = textOf(node.label, language);
  const issue = state.shown.value;
  const rows = state.rows.value;
  const isReadOnly = state.readOnly.value;
  const columns = node.columns.length + (isReadOnly ? 0 : 1);
  // The button to add a row may take two columns, so that its words are whole.
  const lead = columns > 3 ? 2 : 1;
  const totals = node.totals ?? [];
  const [firstTotal] = totals;

  /** After the next drawing, when the row is there or gone. */
  const focusSoon = (selector: string) =>
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>(selector)?.focus());

  const add = () => {
    const rowId = state.addRow();
    setSaid(t('table.added', { row: state.rows.peek().length }));
    focusSoon(`[data-row="${rowId}"] :is(input, select, textarea)`);
  };
  const remove = (row: RowState, index: number) => {
    const next = rows[index + 1] ?? rows[index - 1];
    state.removeRow(row.rowId);
    setSaid(t('table.removed', { row: index + 1 }));
    focusSoon(next ? `[data-row="${next.rowId}"] .act button` : 'tfoot button');
  };
  return (
    <div className="stack table-field c12" ref={frame}>
      <div className="label" id={`${id}-label`}>
        <span>{label}</span>
        {state.required.value && !isReadOnly && (
          <span className="req" aria-hidden="true">
            *
          </span>
        )}
        {!isReadOnly && <span className="opt">{t('table.count', { count: rows.length, max: maxRows })}</span>}
      </div>
      <div className={`lines ${issue ? 'invalid' : ''}`}>
        <table
          className="tbl"
          style={{ '--lines-width': `${widthOf(node.columns)}px` } as CSSProperties}
          id={id}
          tabIndex={-1}
          aria-labelledby={`${id}-label`}
          aria-describedby={issue ? `${id}-note` : undefined}
          data-fault={issue ? true : undefined}
        >
          <colgroup>
            {node.columns.map((column) => (
              <col
                key={column.key}
                className={column.type === 'attachment' ? 'wide' : NUMERIC.includes(column.type) ? 'number' : ''}
              />
            ))}
            {!isReadOnly && <col className="act" />}
          </colgroup>
          <thead>
            <tr>
              {node.columns.map((column) => (
                <th key={column.key} scope="col" className={NUMERIC.includes(column.type) ? 'num' : ''}>
                  {[textOf(column.label, language), unitOf(column, language)].filter(Boolean).join(', ')}
                </th>
              ))}
              {!isReadOnly && (
                <th scope="col" className="act">
                  <span className="sr">{t('table.actions')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={row.rowId} data-row={row.rowId}>
                {[...row.cells.values()].map((cell) => (
                  <Cell key={cell.id} state={cell} row={index + 1} isReadOnly={isReadOnly} />
                ))}
                {!isReadOnly && (
                  <td className="act">
                    <IconButton
                      icon={X}
                      small
                      label={t('table.remove', { row: index + 1 })}
                      onClick={() => remove(row, index)}
                    />
                  </td>
                )}
              </tr>
            ))}
            {rows.length === 0 && (
              <tr className="no-rows">
                <td colSpan={node.columns.length + 1} className="muted">
                  {t('table.empty')}
                </td>
              </tr>
            )}
          </tbody>
          <tfoot>
            {(!isReadOnly || totals.length > 0) && (
              <tr>
                <td colSpan={lead}>
                  {!isReadOnly && (
                    <Button kind="ghost" small icon={Plus} blocked={!state.canAdd.value} onClick={add}>
                      {node.addLabel ? textOf(node.addLabel, language) : t('table.add')}
                    </Button>
                  )}
                </td>
                <td className="num" colSpan={Math.max(columns - lead, 1)}>
                  {firstTotal !== undefined && <Total state={model.field(firstTotal)} />}
                </td>
              </tr>
            )}
            {totals.slice(1).map((key) => (
              <tr key={key}>
                <td colSpan={columns} className="num">
                  <Total state={model.field(key)} />
                </td>
              </tr>
            ))}
          </tfoot>
        </table>
      </div>
      {issue && <FieldNote id={`${id}-note`} error={issueText(issue, state.definition, t, language)} />}
      <span className="sr" role="status">
        {said}
      </span>
    </div>
  );
}

interface CellProps {
  readonly state: FieldState;
  readonly row: number;
  readonly isReadOnly: boolean;
}

function Cell({ state, row, isReadOnly }: CellProps): ReactNode {
  useSignals();
  const { t, language, prefix, services } = useForm();
  const field = state.definition.node;
  const label = textOf(field.label, language);
  const className = NUMERIC.includes(field.type) ? 'num' : '';
  if (!state.visible.value) return <td className={className} data-label={label} />;
  if (field.type === 'attachment' && services.files) {
    return (
      <td className="with-files" data-label={label}>
        <LazyAttachmentCell
          state={state}
          field={field}
          service={services.files}
          label={t('table.cell', { attribute: label, row })}
        />
      </td>
    );
  }
  if (isReadOnly || state.readOnly.value) {
    return (
      <td className={`${className} value`} data-label={label}>
        {valueText(field, state.value.value, t, language)}
      </td>
    );
  }
  const id = controlId(prefix, state.id);
  const issue = state.shown.value;
  return (
    <td className={className} data-label={label}>
      <Input
        state={state}
        control={{
          id,
          'aria-label': t('table.cell', { attribute: label, row }),
          'aria-invalid': issue ? true : undefined,
          'aria-describedby': issue ? `${id}-note` : undefined,
          'aria-required': state.required.value || undefined,
        }}
      />
      {issue && <FieldNote id={`${id}-note`} error={issueText(issue, state.definition, t, language)} />}
    </td>
  );
}

/** A computed field of the form, such as the total, at the foot of the table it sums up. */
function Total({ state }: { readonly state: FieldState }): ReactNode {
  useSignals();
  const { t, language, prefix } = useForm();
  if (!state.visible.value) return null;
  const field = state.definition.node;
  const id = controlId(prefix, state.id);
  const issue = state.shown.value;
  return (
    <>
      <span className="muted" id={`${id}-label`}>
        {textOf(field.label, language)}
      </span>{' '}
      <output
        id={id}
        aria-labelledby={`${id}-label`}
        className="strong"
        tabIndex={-1}
        data-fault={issue ? true : undefined}
      >
        {fullText(field, state.value.value, t, language)}
      </output>
      {issue && <p className="error">{issueText(issue, state.definition, t, language)}</p>}
    </>
  );
}
