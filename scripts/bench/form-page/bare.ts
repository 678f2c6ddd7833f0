// A single input: the cost of a key without a form.
import { emptyRoot, offer } from './probe.ts';

offer({
  draw(_sample, main) {
    const root = emptyRoot(main, 'input { font: inherit; padding: 6px; }');
    const box = document.createElement('input');
    box.value = '1';
    root.append(box);
    return root;
  },
  target: (root) => root.querySelector('input'),
  computed: () => '',
});
