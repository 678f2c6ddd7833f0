import { useSignals } from '@preact/signals-react/runtime';
import { Keyboard } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useStyles } from '../../../shared/element/use-styles.ts';
import { useMessages } from '../../../shared/locale/index.ts';
import { Button } from '../../../shared/ui/button.tsx';
import filterStyles from '../../../shared/ui/styles/filters.css?inline';
import styles from '../../../shared/ui/styles/views.css?inline';
import { panelMessages } from '../panels/panels.messages.ts';
import { COLUMNS, GROUPINGS, groupedBy, type Setup, SORTS, sortedBy } from '../setup.rules.ts';
import type { ToolsProps } from '../tools-props.ts';
import { viewMessages } from './views.messages.ts';
import '../../../shared/ui/styles/parts-sheet.ts';

/** Sort order, grouping, columns and density. */
export function SortPanel({ store, onChange, onHelp }: ToolsProps): ReactNode {
  useStyles(filterStyles);
  useStyles(styles);
  useSignals();
  const words = useMessages(viewMessages);
  const columnWords = useMessages(panelMessages);
  const setup = store.setup.value;
  const set = (change: Partial<Setup>) => {
    void store.arrange(change);
    onChange();
  };
  const fields = useId();
  return (
    <div className="form">
      <Choice
        label={words('sort')}
        value={setup.sort}
        options={SORTS.map((sort) => [sort, words(`sort.${sort}`)] as const)}
        onChange={(sort) => set(sortedBy(setup, sort))}
      />
      <Choice
        label={words('group')}
        value={setup.group}
        options={GROUPINGS.map((group) => [group, words(`group.${group}`)] as const)}
        onChange={(group) => set(groupedBy(setup, group))}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no grid item in every browser */}
      <div className="field c12" role="group" aria-labelledby={fields}>
        <span className="label" id={fields}>
          {words('fields')}
        </span>
        <div className="chips">
          {COLUMNS.map((column) => {
            const isOn = setup.columns.includes(column);
            return (
              <button
                key={column}
                type="button"
                className="chip"
                aria-pressed={isOn}
                onClick={() => {
                  const chosen = COLUMNS.filter((one) => (one === column ? !isOn : setup.columns.includes(one)));
                  set({ columns: chosen });
                }}
              >
                {columnWords(`column.${column}`)}
              </button>
            );
          })}
        </div>
      </div>
      <Choice
        label={words('rows')}
        value={setup.density}
        options={(['dense', 'comfortable'] as const).map((one) => [one, words(`rows.${one}`)] as const)}
        onChange={(density) => set({ density })}
      />
      <div className="c12 help only-desktop">
        <Button kind="ghost" small icon={Keyboard} onClick={onHelp}>
          {words('keys')}
        </Button>
      </div>
    </div>
  );
}

function Choice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, text: string])[];
  readonly onChange: (value: Value) => void;
}): ReactNode {
  const id = useId();
  return (
    <div className="field c6">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <select id={id} className="control" value={value} onChange={(event) => onChange(event.target.value as Value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
