import { definitionOf, ownValues, TOTAL } from '../../../test/support/form-page/sample.ts';
import { vervaForm } from '../../../test/support/form-page/verva.tsx';
import { offer } from './probe.ts';

/** Finds the control of a label. */
function labelled(root: ShadowRoot, text: string): HTMLElement | null {
  const names = [...root.querySelectorAll<HTMLElement>('label.label, span.label, tfoot .muted')];
  const name = names.find((one) => one.textContent === text);
  if (!name) return null;
  const id = name instanceof HTMLLabelElement ? name.htmlFor : name.id.replace(/-label$/, '');
  return root.getElementById(id);
}

offer({
  draw: (sample) => vervaForm.draw(definitionOf(sample), { values: ownValues(sample) }).shadowRoot as ShadowRoot,
  target: (root, { target }) =>
    target.row === null
      ? (labelled(root, target.label) as HTMLInputElement | null)
      : root.querySelector<HTMLInputElement>(`[aria-label="${target.label}, line ${target.row + 1}"]`),
  computed: (root, { table, sums }) => labelled(root, table ? TOTAL : (sums[0]?.label ?? ''))?.textContent ?? '',
});
