import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanProfile, isEmail, type ProfileValues, profileFaults } from './profile.rules.ts';

const GOOD: ProfileValues = {
  name: 'Mari Tamm',
  email: 'mari@acme.test',
  phoneNumber: '+37255555555',
  languageId: 'et',
};
const codes = (change: Partial<ProfileValues>) =>
  Object.fromEntries(Object.entries(profileFaults({ ...GOOD, ...change })).map(([field, { code }]) => [field, code]));

test('a complete profile has no fault', () => {
  assert.deepEqual(codes({}), {});
});

test('VAL-11 VAL-12 a name and a language are required', () => {
  assert.deepEqual(codes({ name: '', languageId: '' }), { name: 'field.required', languageId: 'field.required' });
  assert.deepEqual(codes({ name: 'x'.repeat(200) }), {});
  assert.deepEqual(profileFaults({ ...GOOD, name: 'x'.repeat(201) }), {
    name: { code: 'field.too_long', params: { max: 200 } },
  });
});

test('VAL-13 a valid e-mail address is required', () => {
  assert.deepEqual(codes({ email: '' }), { email: 'field.required' });
  for (const email of ['mari@acme.test', "o'neil+work@sub.acme-2.ee", 'тест@пример.рф', 'a@b.co', 'x_y@1a.example']) {
    assert.ok(isEmail(email), email);
  }
  const wrong = ['mari', 'mari@', '@acme.test', 'mari@acme', 'mari@acme.', 'mari@.test', 'ma ri@acme.test', 'a@b@c.ee'];
  const odd = ['mari.@acme.test', '.m@acme.test', 'm..t@acme.test', 'mari@-acme.test', 'mari@127.0.0.1', 'a@[::1].x'];
  const malicious = ['a@b.ee\nbcc: x@y.ee', 'a<b@c.ee', '"a b"@c.ee', `${'a'.repeat(65)}@acme.test`, 'a,b@c.ee'];
  for (const email of [...wrong, ...odd, ...malicious, `a@${'b'.repeat(250)}.ee`]) {
    assert.deepEqual(codes({ email }), { email: 'field.email' }, email);
  }
});

test('VAL-14 CONST-01 a phone number is optional: a plus and 5 to 15 digits', () => {
  for (const phoneNumber of ['', '+12345', '+123456789012345']) assert.deepEqual(codes({ phoneNumber }), {});
  for (const phoneNumber of ['12345', '+1234', '+1234567890123456', '+12a45', '++12345', '+', '+１２３４５']) {
    assert.deepEqual(codes({ phoneNumber }), { phoneNumber: 'field.phone' }, phoneNumber);
  }
});

test('VAL-14 spaces and dashes in a number are removed', () => {
  const typed = {
    name: '  Mari \n Tamm ',
    email: ' mari@acme.test ',
    phoneNumber: '+372 (55) 55-55.55',
    languageId: 'et',
  };
  assert.deepEqual(cleanProfile(typed), { ...GOOD, phoneNumber: '+37255555555' });
});
