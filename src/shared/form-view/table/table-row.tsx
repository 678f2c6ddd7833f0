import { useSignals } from '@preact/signals-react/runtime';
import { X } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { type FieldState, type RowState, textOf } from '../../forms/index.ts';
import { IconButton } from '../../ui/button.tsx';
import { FieldNote } from '../../ui/field.tsx';
import { Input } from '../controls/input.tsx';
import { LazyAttachmentCell } from '../files/lazy-files.tsx';
import { controlId, useForm } from '../form-context.ts';
import { issueText } from '../issue-text.ts';
import { ReadValue } from '../read-value.tsx';
import type { RowActions } from '../use-rows.ts';
import { isNumeric } from './columns.ts';

interface RowProps {
  readonly row: RowState;
  /** From 0. */
  readonly index: number;
  readonly isReadOnly: boolean;
  readonly rowActions: RowActions;
}

/** One row; rerenders only if it or its index changes. */
export const TableRow = memo(
  function TableRow({ row, index, isReadOnly, rowActions }: RowProps): ReactNode {
    const { t } = useForm();
    return (
      // The head is the first row.
      <tr data-row={row.rowId} aria-rowindex={index + 2}>
        {[...row.cells.values()].map((cell) => (
          <Cell key={cell.id} state={cell} row={index + 1} isReadOnly={isReadOnly} />
        ))}
        {!isReadOnly && (
          <td className="act">
            <IconButton
              icon={X}
              small
              className="remove"
              label={t('table.remove', { row: index + 1 })}
              onClick={() => rowActions.remove(row)}
            />
          </td>
        )}
      </tr>
    );
  },
  // The row actions are stable between renderings.
  (before, after) => before.row === after.row && before.index === after.index && before.isReadOnly === after.isReadOnly,
);

interface CellProps {
  readonly state: FieldState;
  readonly row: number;
  readonly isReadOnly: boolean;
}

function Cell({ state, row, isReadOnly }: CellProps): ReactNode {
  useSignals();
  const { t, language, prefix, services, isWhole } = useForm();
  const field = state.definition.node;
  const column = { 'data-label': textOf(field.label, language), 'data-column': field.key };
  const className = isNumeric(field) ? 'num' : '';
  if (!state.visible.value) return <td className={className} {...column} />;
  const label = t('table.cell', { attribute: column['data-label'], row });
  if (field.type === 'attachment' && services.files && !isWhole) {
    return (
      <td className="with-files" {...column}>
        <LazyAttachmentCell state={state} field={field} service={services.files} label={label} />
      </td>
    );
  }
  if (isReadOnly || state.readOnly.value) {
    return (
      <td className={`${className} value`} {...column}>
        {isNumeric(field) ? (
          <span className="figure">
            <ReadValue state={state} isCell />
          </span>
        ) : (
          <ReadValue state={state} isCell />
        )}
      </td>
    );
  }
  const id = controlId(prefix, state.id);
  const issue = state.shown.value;
  return (
    <td className={className} {...column}>
      <Input
        state={state}
        label={label}
        control={{
          id,
          'aria-label': label,
          'aria-invalid': issue ? true : undefined,
          'aria-describedby': issue ? `${id}-note` : undefined,
          'aria-required': state.required.value || undefined,
        }}
      />
      {issue && <FieldNote id={`${id}-note`} error={issueText(issue, state.definition, t, language)} />}
    </td>
  );
}
