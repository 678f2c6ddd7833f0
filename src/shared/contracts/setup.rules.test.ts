import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanSetup, isTimeZone, type SetupValues, setupFaults } from './setup.rules.ts';

const VALUES: SetupValues = {
  organisation: { name: 'Norden', timeZone: 'Europe/Tallinn', languageId: 'en' },
  administrator: {
    name: 'Grete Norden',
    username: 'grete.norden',
    email: 'grete@norden.example',
    password: 'Norden-2026-key',
  },
};

const withAdministrator = (change: Partial<SetupValues['administrator']>) =>
  cleanSetup({ ...VALUES, administrator: { ...VALUES.administrator, ...change } });

test('ORG-01 the values of the set-up are stored without extra spaces, and the username in lower case', () => {
  const clean = cleanSetup({
    organisation: { name: '  Norden   AS ', timeZone: ' Europe/Tallinn ', languageId: 'et' },
    administrator: { name: ' Grete  Norden', username: ' Grete.Norden ', email: ' g@norden.example ', password: ' a ' },
  });
  assert.deepEqual(clean, {
    organisation: { name: 'Norden AS', timeZone: 'Europe/Tallinn', languageId: 'et' },
    administrator: { name: 'Grete Norden', username: 'grete.norden', email: 'g@norden.example', password: ' a ' },
  });
  assert.deepEqual(setupFaults(cleanSetup(VALUES)), {});
});

test('ORG-01 every empty field is reported', () => {
  const empty = cleanSetup({
    organisation: { name: ' ', timeZone: '', languageId: 'en' },
    administrator: { name: '', username: '', email: '', password: '' },
  });
  assert.deepEqual(
    setupFaults(empty),
    Object.fromEntries(
      [
        '/organisation/name',
        '/organisation/timeZone',
        '/administrator/name',
        '/administrator/username',
        '/administrator/email',
        '/administrator/password',
      ].map((field) => [field, { code: 'field.required' }]),
    ),
  );
});

const USERNAMES: readonly (readonly [string, string | undefined])[] = [
  ['grete', undefined],
  ['g.n+1@norden.example', undefined],
  ['gret', 'field.too_short'],
  ['a'.repeat(128), undefined],
  ['a'.repeat(129), 'field.too_long'],
  ['.grete', 'field.username'],
  ['gre te', 'field.username'],
  ['grete\u202E', 'field.username'],
  ['грете', 'field.username'],
];

for (const [username, code] of USERNAMES) {
  test(`ORG-01 the username ${JSON.stringify(username.slice(0, 30))} is ${code ?? 'accepted'}`, () => {
    assert.equal(setupFaults(withAdministrator({ username }))['/administrator/username']?.code, code);
  });
}

const PASSWORDS: readonly (readonly [string, string | undefined])[] = [
  ['Norden-2026-k', undefined],
  ['Norden-2026', 'field.password'],
  ['norden-2026-key', 'field.password'],
  [' Norden-2026-key', 'field.password'],
];

for (const [password, code] of PASSWORDS) {
  test(`ORG-01 the password ${JSON.stringify(password)} is ${code ?? 'accepted'}`, () => {
    assert.equal(setupFaults(withAdministrator({ password }))['/administrator/password']?.code, code);
  });
}

test('ORG-01 a time zone has a name; offsets ignore summer time', () => {
  for (const name of ['Europe/Tallinn', 'UTC', 'Asia/Calcutta', 'America/Argentina/Buenos_Aires']) {
    assert.ok(isTimeZone(name), name);
  }
  for (const name of ['', '+03:00', 'Europe/Nowhere', '../etc/passwd', 'Europe/Tallinn\0']) {
    assert.ok(!isTimeZone(name), JSON.stringify(name));
  }
});
