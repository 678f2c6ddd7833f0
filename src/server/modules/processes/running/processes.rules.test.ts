import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AppError } from '../../../platform/errors.ts';
import { assertDelivered, assertVariablesFit, mayRunAdhoc, mayStart, rejection } from './processes.rules.ts';

const person = (groups: string[] = [], takesPart = false, isAdmin = false) => ({ groups, takesPart, isAdmin });

test('members of the groups may run ad-hoc activities; without groups all participants may', () => {
  assert.equal(mayRunAdhoc({ groups: ['clerks'] }, person(['clerks'])), true);
  assert.equal(mayRunAdhoc({ groups: ['clerks'] }, person([], true)), false);
  assert.equal(mayRunAdhoc({ groups: [] }, person([], true)), true);
  assert.equal(mayRunAdhoc({ groups: [] }, person(['clerks'])), false);
  assert.equal(mayRunAdhoc({ groups: ['clerks'] }, person([], false, true)), true);
});

test('all users may start a process without starter groups', () => {
  assert.equal(mayStart({ starterGroups: [] }, person()), true);
  assert.equal(mayStart({ starterGroups: ['hr'] }, person(['clerks'])), false);
  assert.equal(mayStart({ starterGroups: ['hr'] }, person(['hr'])), true);
});

test('each failed delivery has an error code', () => {
  const codeOf = (delivered: Parameters<typeof assertDelivered>[0]) => {
    try {
      assertDelivered(delivered);
      return undefined;
    } catch (error) {
      return (error as AppError).code;
    }
  };
  assert.equal(codeOf({ outcome: 'repeated', reply: {} }), undefined);
  assert.equal(codeOf({ outcome: 'unknown' }), 'instance.not_found');
  assert.equal(codeOf({ outcome: 'ignored', reason: 'state' }), 'instance.ended');
  assert.equal(codeOf({ outcome: 'rejected', code: 'runaway', text: '' }), 'process.runs_away');
  assert.equal(codeOf({ outcome: 'rejected', code: 'variables.size', text: '' }), 'process.variables_too_large');
  assert.equal(codeOf({ outcome: 'rejected', code: 'variables.name', text: '' }), 'request.invalid');
});

test('variables of a message have usable names and a limited size', () => {
  assert.doesNotThrow(() => assertVariablesFit({ amount: 5, n_1: null }));
  assert.throws(() => assertVariablesFit({ ok: 1, 'two words': 1 }), {
    code: 'request.invalid',
    extra: { detail: 'two words is not a valid variable name.' },
  });
  assert.throws(() => assertVariablesFit({ ['-'.repeat(200)]: 1 }), {
    extra: { detail: `${'-'.repeat(100)} is not a valid variable name.` },
  });
  const text = (bytes: number) => ({ t: 'õ'.repeat((bytes - '{"t":""}'.length) / 2) });
  assert.doesNotThrow(() => assertVariablesFit(text(256 * 1024)));
  assert.throws(() => assertVariablesFit(text(256 * 1024 + 2)), {
    code: 'process.variables_too_large',
    params: { limit: '256 KiB' },
  });
});

test('a rejection says why', () => {
  assert.deepEqual(rejection({ code: 'runaway', text: 'More than 1000 moves.' }).extra, {
    detail: 'More than 1000 moves.',
  });
  assert.deepEqual(rejection({ code: 'variables.name', text: 'two words' }).extra, { detail: 'two words' });
  assert.deepEqual(rejection({ code: 'variables.size', text: 'x' }).params, { limit: '256 KiB' });
});

test('a delivery that was done, now or before, is no error', () => {
  assert.doesNotThrow(() => assertDelivered({ outcome: 'done' } as Parameters<typeof assertDelivered>[0]));
});
