import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AppError } from '../../../platform/errors.ts';
import { assertDelivered, mayRunAdhoc, mayStart } from './processes.rules.ts';

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
