import { ArrowDown, ArrowUp, Ellipsis, GripVertical, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { REGISTRY_COLUMNS_MAX, SLOTS, TITLE_COLUMN } from '../../shared/contracts/registry.rules.ts';
import type { EditedColumn } from '../../shared/contracts/registry-settings.contract.ts';
import { columnKind, type DataField, SLOT_KINDS, textOf } from '../../shared/forms/index.ts';
import { useLanguage } from '../../shared/locale/index.ts';
import { IconButton } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import type { ColumnDialogProps } from './column-dialog.tsx';
import { columnOf, titleColumn } from './columns.ts';
import { movedTo, type TabProps } from './edited-registry.ts';
import type { RegistrySettingsText } from './registry-settings-text.ts';
import { useOrder } from './use-order.ts';

const ColumnDialog = containedPart<'ColumnDialog', ColumnDialogProps>(
  () => import('./column-dialog.tsx'),
  'ColumnDialog',
);

/** Columns of lists, taken from the fields of the form. */
export function ColumnsTab({ values, type, opened, t }: TabProps): ReactNode {
  const language = useLanguage();
  const [changes, setChanges] = useState<EditedColumn | null>(null);
  const { columns } = values;
  const { fields } = opened;
  const labelOf = (key: string) => textOf(fields.find((field) => field.key === key)?.label, language) || key;
  const own = columns.filter(({ field }) => field !== TITLE_COLUMN);
  const title = columns.find(({ field }) => field === TITLE_COLUMN);
  const free = fields.filter(({ key }) => own.every(({ from }) => from !== key));
  const write = (list: readonly EditedColumn[]) => type({ columns: title ? [title, ...list] : [...list] });
  const nameOf = ({ title: own, from }: EditedColumn) => textOf(own, language) || labelOf(from);
  const [announcement, announce] = useState('');
  const move = (from: number, to: number) => {
    announce(t('column.moved', { name: nameOf(own[from]!), position: to + 1, count: own.length }));
    write(movedTo(own, from, to));
  };
  const order = useOrder(own.length, move);
  const replace = (column: EditedColumn) => write(own.map((one) => (one.field === column.field ? column : one)));
  return (
    <>
      <section className="card reg-card" aria-label={t('titleFrom')}>
        <Field label={t('titleFrom')} hint={t('titleFrom.hint')}>
          {(control) => (
            <select
              {...control}
              className="control"
              value={title?.from ?? ''}
              onChange={({ target }) => type({ columns: [...titleColumn(target.value), ...own] })}
            >
              <option value="">{t('titleFrom.none')}</option>
              {fields
                .filter((field) => columnKind(field) === 'text')
                .map(({ key }) => (
                  <option key={key} value={key}>
                    {labelOf(key)}
                  </option>
                ))}
            </select>
          )}
        </Field>
      </section>
      <section className="card reg-columns" aria-label={t('tab.columns')}>
        <SlotsUsed columns={own} fields={fields} t={t} />
        <ul>
          {own.map((column, index) => (
            <ColumnRow
              key={column.field}
              {...{ column, t }}
              name={nameOf(column)}
              rowProps={order.rowProps(index)}
              handleProps={order.handleProps(index)}
              kind={columnKind(fields.find(({ key }) => key === column.from) ?? { type: '' })}
              isFirst={index === 0}
              isLast={index === own.length - 1}
              onChange={replace}
              onMove={(step) => move(index, index + step)}
              onRemove={() => write(own.toSpliced(index, 1))}
              onOpen={() => setChanges(column)}
            />
          ))}
        </ul>
        {free.length > 0 && own.length < REGISTRY_COLUMNS_MAX && (
          <div className="reg-add">
            <Field label={t('column.add')}>
              {(control) => (
                <select
                  {...control}
                  className="control"
                  value=""
                  onChange={({ target }) => write([...own, columnOf(target.value)])}
                >
                  <option value="">{t('column.choose')}</option>
                  {free.map(({ key }) => (
                    <option key={key} value={key}>
                      {labelOf(key)}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          </div>
        )}
        <p className="sr" role="status">
          {announcement}
        </p>
        {fields.length === 0 && <p className="s muted reg-none">{t('column.noFields')}</p>}
      </section>
      {changes && (
        <Suspense>
          <ColumnDialog
            column={changes}
            label={labelOf(changes.from)}
            onSave={replace}
            onClose={() => setChanges(null)}
          />
        </Suspense>
      )}
    </>
  );
}

interface SlotsProps {
  readonly columns: readonly EditedColumn[];
  readonly fields: readonly DataField[];
  readonly t: RegistrySettingsText;
}

/** How many filters of each kind are used. */
function SlotsUsed({ columns, fields, t }: SlotsProps): ReactNode {
  const used = (kind: keyof typeof SLOT_KINDS) =>
    columns.filter(({ from, filter }) => {
      const field = fields.find(({ key }) => key === from);
      return filter && field && columnKind(field) === kind;
    }).length;
  const words = (['text', 'number', 'instant'] as const).map((kind) =>
    t(`slots.${kind}`, { used: used(kind), max: SLOTS[SLOT_KINDS[kind]] }),
  );
  return <p className="xs muted reg-slots">{t('slots', { list: words.join(', ') })}</p>;
}

interface RowProps {
  readonly column: EditedColumn;
  readonly name: string;
  /** Null: the form no longer has the field. */
  readonly kind: ReturnType<typeof columnKind>;
  readonly rowProps: ReturnType<ReturnType<typeof useOrder>['rowProps']>;
  readonly handleProps: ReturnType<ReturnType<typeof useOrder>['handleProps']>;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onChange: (column: EditedColumn) => void;
  readonly onMove: (step: -1 | 1) => void;
  readonly onRemove: () => void;
  readonly onOpen: () => void;
  readonly t: RegistrySettingsText;
}

function ColumnRow(props: RowProps): ReactNode {
  const { column, name, kind, rowProps, handleProps, isFirst, isLast, onChange, onMove, onRemove, onOpen, t } = props;
  const toggle = (part: 'listed' | 'filter' | 'searchable', isOffered = true) => (
    <label className="row reg-toggle">
      <input
        type="checkbox"
        className="switch"
        checked={column[part]}
        disabled={!isOffered && !column[part]}
        onChange={({ target }) => onChange({ ...column, [part]: target.checked })}
      />
      <span className="s">{t(`column.${part}`)}</span>
      <span className="sr">{name}</span>
    </label>
  );
  return (
    <li className="row wrap reg-column" {...rowProps}>
      <IconButton {...handleProps} small icon={GripVertical} label={t('column.drag', { name })} className="reg-grip" />
      <span className="stack grow">
        <span className="strong cut">{name}</span>
        <span className="xs muted cut">
          <span className="mono">{column.from}</span>
          {kind === null ? ` · ${t('column.gone')}` : ` · ${t(`kind.${kind}`)}`}
        </span>
      </span>
      <span className="row reg-toggles">
        {toggle('listed')}
        {toggle('filter', kind !== null && kind !== 'plain')}
        {toggle('searchable', kind === 'text')}
      </span>
      <Menu
        label={t('more', { name })}
        align="end"
        items={[
          { id: 'change', label: t('column.change'), icon: Pencil, onSelect: onOpen },
          { id: 'up', label: t('up'), icon: ArrowUp, blocked: isFirst, onSelect: () => onMove(-1) },
          { id: 'down', label: t('down'), icon: ArrowDown, blocked: isLast, onSelect: () => onMove(1) },
          { id: 'remove', label: t('column.remove'), icon: Trash2, danger: true, begins: true, onSelect: onRemove },
        ]}
        trigger={(button) => <IconButton {...button} small icon={Ellipsis} label={t('more', { name })} />}
      />
    </li>
  );
}
