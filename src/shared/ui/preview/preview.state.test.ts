import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPreviewState } from './preview.state.ts';

const FILES = ['a.pdf', 'b.png', 'c.txt'].map((fileName) => ({ id: fileName, fileName }));

test('LAY-11 the preview steps through its list and stops at either end', () => {
  const state = createPreviewState();
  const shown = () => [state.showPreview.value, state.selectedAttachment.value?.id];
  state.open(FILES, 'b.png');
  assert.deepEqual(shown(), [true, 'b.png']);
  assert.equal(state.currentAttachments.value, FILES);
  state.step(1);
  state.step(1);
  assert.deepEqual(shown(), [true, 'c.txt']);
  for (let times = 0; times < 4; times += 1) state.step(-1);
  assert.deepEqual(shown(), [true, 'a.pdf']);
  state.close();
  assert.equal(state.showPreview.value, false);
  state.open(FILES, 'gone');
  assert.equal(state.showPreview.value, false);
});
