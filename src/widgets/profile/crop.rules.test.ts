import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dragged, sideOf, wholeCrop, within, ZOOM_MAX } from './crop.rules.ts';

const WIDE = { width: 400, height: 200 };

test('PRO-01 a picture starts with the largest centred square', () => {
  const crop = wholeCrop(WIDE);
  assert.deepEqual([crop.x, crop.y, sideOf(WIDE, crop)], [200, 100, 200]);
});

test('PRO-01 dragging to the right shows what is on the left, until the edge', () => {
  assert.deepEqual(dragged(WIDE, wholeCrop(WIDE), 0.25, 0.25), { x: 150, y: 100, zoom: 1 });
  assert.deepEqual(dragged(WIDE, wholeCrop(WIDE), 9, 0), { x: 100, y: 100, zoom: 1 });
  assert.deepEqual(dragged(WIDE, { x: 200, y: 100, zoom: 2 }, 0, -0.5), { x: 200, y: 150, zoom: 2 });
});

test('PRO-01 however it is dragged and zoomed, the square stays inside the picture', () => {
  const side = fc.integer({ min: 1, max: 10_000 });
  const number = fc.double({ min: -1e5, max: 1e5, noNaN: true });
  fc.assert(
    fc.property(side, side, number, number, number, (width, height, x, y, zoom) => {
      const size = { width, height };
      const crop = within(size, { x, y, zoom });
      const half = sideOf(size, crop) / 2;
      const slack = 1e-6 * Math.max(width, height);
      assert.ok(crop.zoom >= 1 && crop.zoom <= ZOOM_MAX);
      assert.ok(crop.x - half >= -slack && crop.x + half <= width + slack);
      assert.ok(crop.y - half >= -slack && crop.y + half <= height + slack);
    }),
  );
});
