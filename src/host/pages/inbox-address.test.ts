import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type InboxList, inboxAddress, readAddress } from './inbox-address.ts';

test('RTE-02 BEY-19 the open task and the list are in the address, and are restored from it', () => {
  const lists: InboxList[] = [
    {},
    { view: 'urgent' },
    { filters: 'due=lt:today%2B7&name=like:a%26b', sort: 'priority:desc', group: 'none' },
    { view: 'urgent', filters: 'due=&process=eq:permit', columns: 'due,process', rows: 'comfortable', q: 'a & b' },
  ];
  for (const list of lists) {
    for (const taskId of ['0190-x', null]) {
      assert.deepEqual(readAddress(inboxAddress(list, taskId).replace(/^[^?]*/, '')), {
        taskId: taskId ?? undefined,
        list,
      });
    }
  }
  assert.equal(inboxAddress({}, null), '/inbox');
  assert.equal(inboxAddress({ view: 'urgent', filters: 'due=lt:now' }, 'x'), '/inbox?view=urgent&due=lt:now&taskId=x');
});
