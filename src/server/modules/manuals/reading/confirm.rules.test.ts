import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertConfirmable, assertOpen, type Confirmable } from './confirm.rules.ts';

const file = (id: string, required: boolean, opened: boolean) => ({ id, fileName: `${id}.pdf`, required, opened });
const READY: Confirmable = {
  state: 'pending',
  readAt: null,
  current: true,
  requireScroll: true,
  scrolled: true,
  sha256: 'abc',
  attachments: [file('card', true, true), file('photo', false, false)],
};

test('MAN-07 a reading is confirmed once its text was scrolled through and its required attachments were opened', () => {
  assert.doesNotThrow(() => assertConfirmable(READY, 'abc'));
  assert.throws(() => assertConfirmable({ ...READY, scrolled: false }, 'abc'), { code: 'reading.not_scrolled' });
  assert.doesNotThrow(() => assertConfirmable({ ...READY, scrolled: false, requireScroll: false }, 'abc'));
  const attachments = [file('a', true, false), file('b', true, true), file('c', true, false), file('d', false, false)];
  assert.throws(() => assertConfirmable({ ...READY, attachments }, 'abc'), {
    code: 'reading.attachments_unopened',
    params: { files: 'a.pdf, c.pdf' },
    extra: { missing: ['a', 'c'] },
  });
});

test('MAN-07 only the current version is confirmed, with the text that was shown', () => {
  assert.throws(() => assertConfirmable({ ...READY, current: false }, 'abc'), { code: 'reading.superseded' });
  assert.throws(() => assertConfirmable(READY, 'other'), { code: 'reading.text_changed' });
  assert.throws(() => assertConfirmable({ ...READY, sha256: null }, 'abc'), { code: 'reading.text_changed' });
});

test('MAN-03 a reading that ended cannot be confirmed again, and says why', () => {
  const readAt = new Date('2026-11-21T10:00:00Z');
  const refused = (state: Confirmable['state'], code: string, params = {}) => {
    assert.throws(() => assertOpen({ state, readAt }), { code, params }, state);
    assert.throws(() => assertConfirmable({ ...READY, state, readAt }, 'abc'), { code });
  };
  refused('read', 'reading.already_read', { time: '2026-11-21T10:00:00.000Z' });
  refused('held', 'reading.held');
  refused('cancelled', 'reading.cancelled');
  refused('superseded', 'reading.superseded');
  assert.throws(() => assertOpen({ state: 'read', readAt: null }), { params: { time: '' } });
  assert.doesNotThrow(() => assertOpen({ state: 'pending', readAt: null }));
});
