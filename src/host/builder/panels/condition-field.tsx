import { useSignals } from '@preact/signals-react/runtime';
import {
  ArrowDown,
  ArrowUp,
  Braces,
  CircleAlert,
  CornerLeftUp,
  CornerRightDown,
  Ellipsis,
  Group,
  Plus,
  Split,
  Trash2,
} from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import type { Condition, FieldCondition } from '../../../shared/forms/index.ts';
import { useLanguage, useMessages } from '../../../shared/locale/index.ts';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { FieldNote } from '../../../shared/ui/field.tsx';
import type { FilterText } from '../../../shared/ui/filters/columns.ts';
import { filterMessages } from '../../../shared/ui/filters/filters.messages.ts';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Menu } from '../../../shared/ui/menu.tsx';
import { DocumentWidget } from '../../document-widget.tsx';
import type { BuilderStore } from '../builder.store.ts';
import type { NodeId } from '../edits/tree.ts';
import { asExpression } from './conditions/as-expression.ts';
import {
  added,
  changed,
  type Direction,
  grouped,
  isGroup,
  moved,
  type Path,
  partsOf,
  plain,
  turned,
} from './conditions/edits.ts';
import { asking, asks, begun, isComplete, operatorsOf, shownOperatorOf } from './conditions/operators.ts';
import { fieldsInScope, type ScopeField } from './conditions/scope.ts';
import { fieldText, operationText, sentence } from './conditions/sentence.ts';
import { ValueEditor } from './conditions/value-editor.tsx';
import { editorMessages } from './editor.messages.ts';
import type { EditorText } from './editor-text.ts';
import { ExpressionField } from './expression-field.tsx';
import { problemOf } from './expressions/check.ts';
import './editors.css';

export interface ConditionFieldProps {
  readonly store: BuilderStore;
  readonly label: ReactNode;
  readonly value: Condition | undefined;
  readonly onChange: (condition: Condition | undefined) => void;
  /** Node the condition belongs to, which defines `row`; null for a rule. */
  readonly node: NodeId | null;
  readonly error: string | undefined;
}

interface Editing {
  readonly store: BuilderStore;
  readonly node: NodeId | null;
  readonly fields: readonly ScopeField[];
  readonly languageId: string;
  readonly t: EditorText;
  readonly filters: FilterText;
  /** Replaces the whole condition and, if `focus` is given, focuses that part. */
  readonly put: (condition: Condition | undefined, focus?: Path) => void;
  readonly root: Condition;
}

/** Condition editor: a summary sentence, and below it the parts, which can be edited, nested and moved by keyboard. */
export function ConditionField({ store, label, value, onChange, node, error }: ConditionFieldProps): ReactNode {
  useSignals();
  const t = useMessages(editorMessages);
  const filters = useMessages(filterMessages);
  const language = useLanguage();
  const id = useId();
  const box = useRef<HTMLFieldSetElement>(null);
  const wanted = useRef<string | null>(null);
  const fields = fieldsInScope(store.body.value, node);
  const languageId = store.languageId.value;

  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const part = box.current?.querySelector(`[data-path="${wanted.current}"]`);
    const target = part ?? box.current?.querySelector('[data-add]');
    target?.querySelector<HTMLElement>('select, textarea, button')?.focus();
    if (target instanceof HTMLButtonElement) target.focus();
    wanted.current = null;
  });
  const put: Editing['put'] = (condition, focus) => {
    if (focus) wanted.current = focus.join('.');
    onChange(condition);
  };
  const add = (part: Condition) => {
    const next = value === undefined ? { condition: part, path: [] } : added(value, [], part);
    put(next.condition, next.path);
  };
  const first = fields[0];
  const words = { t, filters, language, languageId };
  // The announcement names the new position in the language of the page.
  const isFaulty =
    value !== undefined && hasFaultyExpression(value, (expr) => problemOf(expr, store.body.value, node) !== null);
  return (
    <DocumentWidget>
      <fieldset ref={box} className="cnd" aria-describedby={error ? id : undefined}>
        <legend className="label">{label}</legend>
        <p className={`cnd-sentence s ${value ? '' : 'muted'}`} role="status">
          {value ? sentence(value, fields, words) : t('sentence.none')}
        </p>
        {value && (
          <Part
            condition={value}
            path={[]}
            editing={{ store, node, fields, languageId, t, filters, put, root: value }}
          />
        )}
        {first ? (
          <div className="row wrap row-4">
            <Button small icon={Plus} data-add="" onClick={() => add(begun(first))}>
              {value ? t('condition.add') : t('condition.addFirst')}
            </Button>
            {value && (
              <Button small kind="ghost" icon={Group} onClick={() => add({ any: [begun(first)] })}>
                {t('condition.addGroup')}
              </Button>
            )}
          </div>
        ) : (
          !value && <p className="hint">{t('condition.noFields')}</p>
        )}
        <FieldNote id={id} error={isFaulty ? undefined : error} />
      </fieldset>
    </DocumentWidget>
  );
}

function hasFaultyExpression(condition: Condition, isFaulty: (expr: string) => boolean): boolean {
  if ('expr' in condition) return isFaulty(condition.expr);
  return partsOf(condition).some((part) => hasFaultyExpression(part, isFaulty));
}

interface PartProps {
  readonly condition: Condition;
  readonly path: Path;
  readonly editing: Editing;
}

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

function Part({ condition, path, editing }: PartProps): ReactNode {
  const { t, put, root } = editing;
  const number = path.length === 0 ? '1' : path.map((index) => index + 1).join('.');
  const move = (direction: Direction) => {
    const next = moved(root, path, direction);
    if (next) put(next.condition, next.path);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = event.altKey ? DIRECTIONS[event.key] : undefined;
    if (!direction || (event.target as Element).closest('[data-path]') !== event.currentTarget) return;
    event.preventDefault();
    event.stopPropagation();
    move(direction);
  };
  const isBranch = isGroup(condition) || 'not' in condition;
  const isWhole = isBranch && path.length === 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: nested fieldsets would each draw a border and announce their legend
    <div
      role="group"
      aria-label={isWhole ? t('whole') : t(isBranch ? 'condition.group' : 'condition.one', { number })}
      className={`cnd-part ${isGroup(condition) ? 'cnd-group' : ''}`}
      data-path={path.join('.')}
      onKeyDown={onKeyDown}
    >
      <div className="cnd-head">
        <Head condition={condition} path={path} number={number} editing={editing} />
        <More condition={condition} path={path} number={number} editing={editing} move={move} />
      </div>
      <Inside condition={condition} path={path} number={number} editing={editing} />
    </div>
  );
}

interface NumberedProps extends PartProps {
  readonly number: string;
}

/** First line of a part. */
function Head({ condition, path, number, editing }: NumberedProps): ReactNode {
  const { t, put, root, fields, languageId } = editing;
  const set = (next: Condition) => put(changed(root, path, () => next));
  if (isGroup(condition)) {
    return (
      <select
        className="control grow"
        aria-label={path.length === 0 ? t('whole.join') : t('condition.join', { number })}
        value={'all' in condition ? 'all' : 'any'}
        onChange={(event) =>
          set(event.target.value === 'all' ? { all: partsOf(condition) } : { any: partsOf(condition) })
        }
      >
        <option value="all">{t('condition.all')}</option>
        <option value="any">{t('condition.any')}</option>
      </select>
    );
  }
  if ('not' in condition) return <span className="s strong grow cnd-not">{t('condition.not')}</span>;
  if ('expr' in condition) return <span className="s muted grow">{t('condition.expression', { number })}</span>;
  if (!('field' in condition)) return null;
  const field = fields.find(({ name }) => name === condition.field);
  const cells = fields.filter(({ isInRow }) => isInRow);
  const others = fields.filter(({ isInRow }) => !isInRow);
  const options = (list: readonly ScopeField[]) =>
    list.map((one) => (
      <option key={one.name} value={one.name}>
        {fieldText(one, languageId, t)}
      </option>
    ));
  return (
    <select
      className="control grow"
      aria-label={t('condition.field', { number })}
      aria-invalid={field ? undefined : true}
      value={condition.field}
      onChange={(event) => {
        const next = fields.find(({ name }) => name === event.target.value);
        if (next) set(asks(condition, field?.kind, next));
      }}
    >
      {!field && <option value={condition.field}>{t('field.unknown', { field: condition.field })}</option>}
      {cells.length > 0 ? (
        <>
          <optgroup label={t('field.row')}>{options(cells)}</optgroup>
          <optgroup label={t('field.form')}>{options(others)}</optgroup>
        </>
      ) : (
        options(others)
      )}
    </select>
  );
}

/** Children of a part. */
function Inside({ condition, path, number, editing }: NumberedProps): ReactNode {
  const { t, put, root, fields, store, node } = editing;
  if ('expr' in condition) {
    return (
      <ExpressionField
        store={store}
        label={<span className="sr">{t('condition.expression', { number })}</span>}
        value={condition.expr}
        node={node}
        error={undefined}
        onChange={(expr) => put(changed(root, path, () => ({ expr })))}
      />
    );
  }
  if (!isGroup(condition) && !('not' in condition)) {
    return 'field' in condition ? (
      <Comparison condition={condition} path={path} number={number} editing={editing} />
    ) : null;
  }
  const first = fields[0];
  return (
    <>
      {partsOf(condition).map((part, index) => (
        // Parts have no ids; moving one renders both again.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Part key={index} condition={part} path={[...path, index]} editing={editing} />
      ))}
      {path.length > 0 && isGroup(condition) && first && (
        <div className="row">
          <Button
            small
            kind="ghost"
            icon={Plus}
            onClick={() => {
              const next = added(root, path, begun(first));
              put(next.condition, next.path);
            }}
          >
            {t('condition.add')}
          </Button>
        </div>
      )}
    </>
  );
}

interface ComparisonProps extends NumberedProps {
  readonly condition: FieldCondition;
}

function Comparison({ condition, path, number, editing }: ComparisonProps): ReactNode {
  const { t, filters, put, root, fields, languageId } = editing;
  const field = fields.find(({ name }) => name === condition.field);
  if (!field) return null;
  const asked = shownOperatorOf(condition);
  const set = (next: FieldCondition) => put(changed(root, path, () => next));
  return (
    <>
      <select
        className="control"
        aria-label={t('condition.asked', { number })}
        value={asked}
        onChange={(event) => set(asking(condition, event.target.value as typeof asked, field.kind))}
      >
        {[...new Set([...operatorsOf(field.kind), asked])].map((one) => (
          <option key={one} value={one}>
            {operationText(one, field.kind, filters)}
          </option>
        ))}
      </select>
      {asked !== 'blank' && asked !== 'notBlank' && (
        <ValueEditor
          condition={condition}
          field={field}
          onChange={set}
          number={number}
          languageId={languageId}
          t={t}
          filters={filters}
        />
      )}
      {!isComplete(condition) && (
        <p className="xs tone-amber row row-4">
          <Icon of={CircleAlert} size="s" />
          {t('condition.missing')}
        </p>
      )}
    </>
  );
}

interface MoreProps extends NumberedProps {
  readonly move: (direction: Direction) => void;
}

function More({ condition, path, number, editing, move }: MoreProps): ReactNode {
  const { t, put, root, fields } = editing;
  const moves = [
    { id: 'up', label: t('condition.up'), icon: ArrowUp },
    { id: 'down', label: t('condition.down'), icon: ArrowDown },
    { id: 'in', label: t('condition.in'), icon: CornerRightDown },
    { id: 'out', label: t('condition.out'), icon: CornerLeftUp },
  ] as const;
  const isWhole = path.length === 0 && (isGroup(condition) || 'not' in condition);
  const label = isWhole ? t('whole.more') : t('condition.more', { number });
  const possible = moves.filter(({ id }) => moved(root, path, id) !== null);
  return (
    <Menu
      label={label}
      align="end"
      items={[
        ...possible.map(({ id, ...item }) => ({ id, ...item, onSelect: () => move(id) })),
        { id: 'wrap', label: t('condition.wrap'), icon: Group, onSelect: () => put(grouped(root, path), [...path, 0]) },
        {
          id: 'turn',
          label: t('not' in condition ? 'condition.turnBack' : 'condition.turn'),
          icon: Split,
          onSelect: () => put(turned(root, path), path),
        },
        ...('expr' in condition
          ? []
          : [
              {
                id: 'expression',
                label: t('condition.asExpression'),
                icon: Braces,
                onSelect: () =>
                  put(
                    changed(root, path, () => ({ expr: asExpression(condition, fields) })),
                    path,
                  ),
              },
            ]),
        {
          id: 'remove',
          label: t('condition.remove'),
          icon: Trash2,
          danger: true,
          begins: true,
          onSelect: () => put(plain(changed(root, path, () => undefined)), path.slice(0, -1)),
        },
      ]}
      trigger={(button) => <IconButton {...button} small icon={Ellipsis} label={label} />}
    />
  );
}
