import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chunkGroups, unmatchedPaths } from '../../build/chunk-groups.ts';
import { textChunk } from '../../src/chunks.ts';

const RULE = {
  name: 'runtime',
  include: ['src/shared/page/', 'icons/search.'],
  exclude: ['src/shared/page/unsaved.'],
  priority: 1,
};

test('a chunk contains the modules that its rule includes and does not exclude, on any system', () => {
  const { test: pattern } = chunkGroups([RULE])[0] ?? {};
  assert.ok(pattern);
  assert.match('/home/verva/src/shared/page/person.ts', pattern);
  assert.match('C:\\verva\\src\\shared\\page\\person.ts', pattern);
  assert.match('/home/verva/node_modules/lucide-react/dist/esm/icons/search.mjs', pattern);
  assert.doesNotMatch('/home/verva/src/shared/page/unsaved.ts', pattern);
  assert.doesNotMatch('/home/verva/src/shared/pages/person.ts', pattern);
  assert.doesNotMatch('/home/verva/icons/search-x.mjs', pattern);
});

test('a path of a rule that matches no module is reported', () => {
  const ids = ['/home/verva/src/shared/page/person.ts', '/home/verva/icons/search.mjs'];
  assert.deepEqual(unmatchedPaths([RULE], ids), ['runtime: src/shared/page/unsaved.']);
  assert.deepEqual(unmatchedPaths([RULE], [...ids, '/home/verva/src/shared/page/unsaved.ts']), []);
});

test('texts are bundled by widget, page or part, even if its folder has a hyphen', () => {
  const chunkOf = (path: string) => textChunk(`/home/verva/src/${path}?language=et`);
  assert.equal(chunkOf('widgets/task-form/collaboration/head.messages.ts'), 'words-task-form-et');
  assert.equal(chunkOf('widgets/inbox/panels/panels.messages.ts'), 'words-filters-et');
  assert.equal(chunkOf('widgets/inbox/views/views.messages.ts'), 'words-views-et');
  assert.equal(chunkOf('host/unsaved-changes/unsaved-changes.messages.ts'), 'words-unsaved-changes-et');
  assert.equal(chunkOf('host/host.messages.ts'), 'words-host-et');
  assert.equal(
    chunkOf('shared/ui/notification-preferences/preferences.messages.ts'),
    'words-notification-preferences-et',
  );
  assert.equal(chunkOf('shared/ui/dialog.messages.ts'), 'words-shared-et');
  assert.equal(textChunk('/home/verva/src/host/main.tsx'), null);
});
