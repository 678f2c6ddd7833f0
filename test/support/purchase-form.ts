import type { FormBody } from '../../src/shared/forms/index.ts';

type FormNode = FormBody['root'] extends { readonly children: readonly (infer Node)[] } ? Node : never;

/** A form with these nodes, for tests. */
export const purchaseForm = (...children: FormNode[]): FormBody => ({
  formatVersion: 1,
  id: 'purchase',
  title: { en: 'Purchase' },
  root: { type: 'stack', id: 'root', children },
});

export const KIND: FormNode = {
  type: 'dropdown',
  key: 'kind',
  label: { en: 'Kind' },
  options: [
    { id: 'goods', text: { en: 'Goods' } },
    { id: 'service', text: { en: 'Service' } },
  ],
};
