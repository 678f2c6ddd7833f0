import type { MassField } from '../../../shared/contracts/mass-actions.contract.ts';
import {
  currencyOf,
  type FormBody,
  type FormNode,
  isLayout,
  type OptionSource,
  scaleOf,
} from '../../../shared/forms/index.ts';

const SIMPLE: ReadonlySet<string> = new Set([
  'text',
  'multiline',
  'number',
  'money',
  'date',
  'checkbox',
  'radio',
  'dropdown',
]);

/** Returns the fields that can have one value in many tasks: input fields outside tables. */
export function massFieldsOf({ root }: FormBody): MassField[] {
  const found: MassField[] = [];
  const visit = (node: FormNode): void => {
    if (isLayout(node)) {
      for (const child of node.children) visit(child);
      return;
    }
    if (!SIMPLE.has(node.type) || !('key' in node)) return;
    if (node.readOnly === true || ('computed' in node && node.computed !== undefined)) return;
    const options =
      'options' in node && node.options
        ? { options: node.options.map(({ id, text }) => ({ id, text: { ...text } })) }
        : 'source' in node && node.source
          ? { source: { dropdownId: node.source.dropdownId, filter: fixedFilter(node.source) } }
          : {};
    const money = node.type === 'money' ? { currency: currencyOf(node), scale: scaleOf(node) } : {};
    found.push({ key: node.key, type: node.type as MassField['type'], label: { ...node.label }, ...options, ...money });
  };
  visit(root);
  return found;
}

/** Returns the option filters with constant values; those that depend on another field are checked for each task. */
function fixedFilter({ filter = {} }: OptionSource): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => (typeof value === 'object' ? [] : [[name, String(value)]])),
  );
}
