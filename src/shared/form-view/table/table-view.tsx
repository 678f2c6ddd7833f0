import { useSignals } from '@preact/signals-react/runtime';
import { Plus } from 'lucide-react';
import { type ClipboardEvent, type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { type TableState, textOf } from '../../forms/index.ts';
import { Button } from '../../ui/button.tsx';
import { FieldNote } from '../../ui/field.tsx';
import { controlId, useForm } from '../form-context.ts';
import { issueText } from '../issue-text.ts';
import { RepeatLabel } from '../repeat-label.tsx';
import { Total } from '../total.tsx';
import { useRows } from '../use-rows.ts';
import { unitOf } from '../value-text.ts';
import { columnClass, isNumeric, widthOf } from './columns.ts';
import { useRowWindow, WINDOW_FROM } from './row-window.ts';
import { TableRow } from './table-row.tsx';
import { usePaste } from './use-paste.ts';

const TEXTS = { added: 'table.added', removed: 'table.removed' } as const;

/**
 * A repeating table with inline editing; on narrow forms each row is a card. With many rows only the visible ones are
 * rendered.
 */
export function TableView({ state }: { readonly state: TableState }): ReactNode {
  useSignals();
  const { t, language, prefix, model, places, isWhole } = useForm();
  const frame = useRef<HTMLDivElement>(null);
  const lines = useRef<HTMLDivElement>(null);
  const rows = state.rows.value;
  const isTall = rows.length > WINDOW_FROM && !isWhole;
  const shown = useRowWindow(rows, isTall && state.visible.value, lines);
  const rowActions = useRows({ state, frame, show: shown.show, texts: TEXTS });
  const paste = usePaste(state, rowActions.announce);
  const latest = useRef(shown.show);
  latest.current = shown.show;
  useEffect(() => places.onReveal(state.id, (rowId) => latest.current(rowId)), [places, state]);
  if (!state.visible.value) return null;

  const { node } = state.definition;
  const id = controlId(prefix, state.id);
  const issue = state.shown.value;
  const isReadOnly = state.readOnly.value;
  const columns = node.columns.length + (isReadOnly ? 0 : 1);
  // The add button can span two columns, so that its label fits.
  const lead = columns > 3 ? 2 : 1;
  const totals = node.totals ?? [];
  const [firstTotal] = totals;

  const press = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    if (
      event.key !== 'Enter' ||
      event.defaultPrevented ||
      event.nativeEvent.isComposing ||
      !target.matches('input, textarea, select')
    )
      return;
    const adds = event.ctrlKey || event.metaKey;
    if (!adds && !target.matches('input')) return;
    event.preventDefault();
    const place = placeOf(target);
    const at = rows.findIndex(({ rowId }) => rowId === place?.rowId);
    const below = rows[at + 1];
    if (adds || (!below && isLastControl(target))) rowActions.add();
    else if (below && place) {
      shown.show(below.rowId);
      const selector = `[data-row="${below.rowId}"] [data-column="${place.column}"] :is(input, select, textarea)`;
      requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>(selector)?.focus());
    }
  };
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const place = placeOf(event.target as HTMLElement);
    if (place && paste(event, place)) event.preventDefault();
  };
  return (
    <div className="stack table-field c12" ref={frame}>
      <RepeatLabel state={state} id={`${id}-label`} />
      <div className={`lines ${issue ? 'invalid' : ''} ${isTall ? 'tall' : ''}`} ref={lines}>
        <table
          className="tbl"
          style={{ '--lines-width': `${widthOf(node.columns)}px` } as CSSProperties}
          id={id}
          tabIndex={-1}
          aria-labelledby={`${id}-label`}
          aria-describedby={issue ? `${id}-note` : undefined}
          aria-rowcount={isTall ? rows.length + 2 : undefined}
          data-fault={issue ? true : undefined}
        >
          <colgroup>
            {node.columns.map((column) => (
              <col key={column.key} className={columnClass(column)} />
            ))}
            {!isReadOnly && <col className="act" />}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              {node.columns.map((column) => (
                <th key={column.key} scope="col" className={isNumeric(column) ? 'num' : ''}>
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
          <tbody onKeyDown={press} onPaste={onPaste} onFocus={shown.onFocus}>
            {shown.drawn.map((one) =>
              'row' in one ? (
                <TableRow
                  key={one.row.rowId}
                  row={one.row}
                  index={one.index}
                  isReadOnly={isReadOnly}
                  rowActions={rowActions}
                />
              ) : (
                <tr key={one.key} className="gap">
                  <td colSpan={columns} style={{ height: one.gap }} />
                </tr>
              ),
            )}
            {rows.length === 0 && (
              <tr className="no-rows">
                <td colSpan={columns} className="muted">
                  {t('table.empty')}
                </td>
              </tr>
            )}
          </tbody>
          {(!isReadOnly || totals.length > 0) && (
            <tfoot>
              <tr>
                <td colSpan={lead}>
                  {!isReadOnly && (
                    <Button
                      className="add-row"
                      kind="ghost"
                      small
                      icon={Plus}
                      blocked={!state.canAdd.value}
                      onClick={rowActions.add}
                    >
                      {node.addLabel ? textOf(node.addLabel, language) : t('table.add')}
                    </Button>
                  )}
                </td>
                <td className="num" colSpan={Math.max(columns - lead, 1)}>
                  {firstTotal !== undefined && <Total state={model.field(firstTotal)} />}
                </td>
              </tr>
              {totals.slice(1).map((key) => (
                <tr key={key}>
                  <td colSpan={columns} className="num">
                    <Total state={model.field(key)} />
                  </td>
                </tr>
              ))}
            </tfoot>
          )}
        </table>
      </div>
      {issue && <FieldNote id={`${id}-note`} error={issueText(issue, state.definition, t, language)} />}
      <span className="sr" role="status">
        {rowActions.announcement}
      </span>
    </div>
  );
}

function placeOf(target: HTMLElement): { readonly rowId: string; readonly column: string } | null {
  const rowId = target.closest<HTMLElement>('[data-row]')?.dataset.row;
  const column = target.closest<HTMLElement>('[data-column]')?.dataset.column;
  return rowId === undefined || column === undefined ? null : { rowId, column };
}

/** Whether no input follows in its row. */
function isLastControl(target: HTMLElement): boolean {
  const controls = target.closest('tr')?.querySelectorAll('td:not(.act) :is(input, select, textarea)') ?? [];
  return controls[controls.length - 1] === target;
}
