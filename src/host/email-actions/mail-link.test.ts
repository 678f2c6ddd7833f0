import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailSecret, takeMailLink } from './mail-link.ts';

function visit(address: string): string {
  let shown = address;
  const past = {
    state: null,
    replaceState: (_state: unknown, _title: string, to: string) => {
      shown = to;
    },
  };
  takeMailLink(new URL(address, 'https://verva.test') as unknown as Location, past as unknown as History);
  return shown;
}

test("PUB-04 the secret of an e-mail's link is removed from the address at once", () => {
  assert.equal(visit('/inbox?taskId=1'), '/inbox?taskId=1');
  assert.equal(visit('/task-action'), '/task-action');
  assert.equal(mailSecret(), undefined);
  assert.equal(visit('/task-action/s3cret'), '/task-action');
  assert.equal(mailSecret(), 's3cret');
  assert.equal(visit('/unsubscribe/other?utm=x'), '/unsubscribe');
  assert.equal(mailSecret(), 'other');
  assert.equal(visit('/email-change#t0ken'), '/email-change');
  assert.equal(mailSecret(), 't0ken');
  assert.equal(visit('/email-undo#back'), '/email-undo');
  assert.equal(mailSecret(), 'back');
  assert.equal(visit('/inbox#part'), '/inbox#part');
});
