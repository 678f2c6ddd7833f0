import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signal } from '@preact/signals-core';
import { fakeStorage } from './session.support.ts';
import { createTimedStorage } from './storage.ts';
import { createTenantChoice } from './tenant-choice.ts';

/** A tab with its own storage of the choice, and the browser's. */
function tabOf(browser: Storage, tab: Storage = fakeStorage()) {
  const chosen = signal<string | null>(null);
  const choice = createTenantChoice(chosen, {
    tab: createTimedStorage(() => tab),
    browser: createTimedStorage(() => browser),
  });
  return { chosen, choice, tab };
}

test('LOG-23 each sign-in asks for the organisation again, with the last one first', () => {
  const browser = fakeStorage();
  const first = tabOf(browser);
  first.choice.settle('kati', true);
  assert.equal(first.chosen.value, null);
  assert.equal(first.choice.last(), null);
  first.choice.choose('acme');
  assert.equal(first.chosen.value, 'acme');
  first.choice.leave();
  assert.equal(first.chosen.value, null);

  const later = tabOf(browser);
  later.choice.settle('kati', true);
  assert.equal(later.chosen.value, null);
  assert.equal(later.choice.last(), 'acme');
});

test('LOG-23 a new tab starts in the last organisation, and each tab keeps its own', () => {
  const browser = fakeStorage();
  const one = tabOf(browser);
  one.choice.settle('kati', true);
  one.choice.choose('acme');
  const two = tabOf(browser);
  two.choice.settle('kati', false);
  assert.equal(two.chosen.value, 'acme');
  two.choice.choose('beta');
  assert.equal(one.chosen.value, 'acme');

  const reloaded = tabOf(browser, one.tab);
  reloaded.choice.settle('kati', false);
  assert.equal(reloaded.chosen.value, 'acme');
  const expired = tabOf(browser, one.tab);
  expired.choice.settle('kati', true);
  assert.equal(expired.chosen.value, 'acme', 'the same person signs in again in this tab');
});

test('LOG-23 the choice of one user does not affect another', () => {
  const browser = fakeStorage();
  const { chosen, choice } = tabOf(browser);
  choice.settle('kati', true);
  choice.choose('acme');
  choice.settle('mati', true);
  assert.equal(chosen.value, null);
  assert.equal(choice.last(), null);
  choice.settle('kati', false);
  assert.equal(chosen.value, 'acme');
});

test('LOG-23 an invalid choice is forgotten', () => {
  const browser = fakeStorage();
  const { chosen, choice } = tabOf(browser);
  choice.settle('kati', true);
  assert.equal(choice.reject(), false);
  choice.choose('acme');
  assert.equal(choice.reject(), true);
  assert.equal(chosen.value, null);
  assert.equal(tabOf(browser).choice.last(), null);
  assert.equal(browser.length, 0);
});
