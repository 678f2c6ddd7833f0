import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withColors } from './statuses.rules.ts';

test('PRV-01 a status has its own colour, or that of the asset status with its id, or grey', () => {
  const colors = (...ids: string[]) => withColors(ids.map((id) => ({ id, title: {} }))).map(({ color }) => color);
  assert.deepEqual(colors('pending', 'assigned', 'archived', 'inventory'), [
    '#FFB74D',
    '#70CA44',
    '#E57373',
    '#BDBDBD',
  ]);
  assert.deepEqual(colors('lost', 'constructor'), ['#BDBDBD', '#BDBDBD']);
  const own = { id: 'pending', title: { en: 'Pending' }, color: '#123456' };
  assert.deepEqual(withColors([own]), [own]);
});
