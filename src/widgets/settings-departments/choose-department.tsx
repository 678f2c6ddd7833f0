import type { ReactNode } from 'react';
import { ComboBox, type ComboItem } from '../../shared/ui/combo-box.tsx';
import { Field } from '../../shared/ui/field.tsx';
import type { DepartmentsText } from './departments-text.ts';
import { ancestorsOf, type Tree, type TreeNode } from './tree.rules.ts';

/** Id of the item for the top of the tree. */
const TOP = 'top';

interface Props {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly tree: Tree;
  /** Null: the top; undefined: nothing is chosen. */
  readonly value: TreeNode | null | undefined;
  /** Whether a department, or with null the top, can be chosen. */
  readonly offers: (node: TreeNode | null) => boolean;
  readonly onChange: (value: TreeNode | null | undefined) => void;
  readonly t: DepartmentsText;
}

/** Chooses a department by name or code, or the top of the tree. */
export function ChooseDepartment({ label, hint, error, tree, value, offers, onChange, t }: Props): ReactNode {
  const find = (q: string): readonly ComboItem[] => {
    const wanted = q.toLocaleLowerCase();
    const has = (text: string) => text.toLocaleLowerCase().includes(wanted);
    const found = [...tree.byId.values()]
      .filter((node) => node.department.active && has(`${node.department.name}\n${node.department.code}`))
      .filter(offers)
      .map((node) => ({
        id: node.department.id,
        text: node.department.name,
        detail: [...ancestorsOf(node), node].map(({ department }) => department.name).join(' › '),
      }));
    return offers(null) && has(t('top')) ? [{ id: TOP, text: t('top') }, ...found] : found;
  };
  return (
    <Field label={label} required hint={hint} error={error}>
      {(control) => (
        <ComboBox
          control={control}
          invalid={error !== undefined}
          label={label}
          text={value === undefined ? '' : (value?.department.name ?? t('top'))}
          placeholder={t('find')}
          find={find}
          isChosen={(id) => value !== undefined && id === (value?.department.id ?? TOP)}
          onPick={({ id }) => onChange(id === TOP ? null : tree.byId.get(id))}
          onClear={() => onChange(undefined)}
        />
      )}
    </Field>
  );
}
