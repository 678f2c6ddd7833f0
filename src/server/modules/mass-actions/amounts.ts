import { currencyOf, type FormBody, type FormNode, isLayout, isMoney, scaleOf } from '../../../shared/forms/index.ts';
import type { ItemAmount } from '../runs/index.ts';

/** Returns the values of a form's money fields, without those in tables and empty ones. Hidden fields have no value. */
export function amountsOf({ root }: FormBody, values: Readonly<Record<string, unknown>>): ItemAmount[] {
  const found: ItemAmount[] = [];
  const visit = (node: FormNode): void => {
    if (isLayout(node)) for (const child of node.children) visit(child);
    else if (node.type === 'money') {
      const value = values[node.key];
      if (!isMoney(value)) return;
      const { amount } = value;
      found.push({ key: node.key, label: { ...node.label }, amount, currency: currencyOf(node), scale: scaleOf(node) });
    }
  };
  visit(root);
  return found;
}
