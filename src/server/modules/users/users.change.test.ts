import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { User, UserChange } from '../../../shared/contracts/session.contract.ts';
import { AppError } from '../../platform/errors.ts';
import type { CallerSession } from '../../platform/session.ts';
import { changedFields, changedUser, isSameAddress, versionOf, visibleTo } from './users.rules.ts';

const KEY = '0193a0b0-0000-7000-8000-000000000001';
const person = {
  id: 'mari.tamm',
  key: KEY,
  name: 'Mari Tamm',
  email: 'mari@acme.test',
  phoneNumber: '+3725551234',
  languageId: 'et',
  jobTitle: 'Clerk',
  groups: ['admin', 'clerks'],
  avatar: '/pictures/1',
  status: 'active',
  company: null,
} as unknown as User;
/** Body as a screen sends it: all required fields, plus the given changes. */
const change = (more: object = {}) => {
  const { name, email, phoneNumber, languageId } = person;
  return { name, email, phoneNumber, languageId, ...more } as UserChange;
};
const known = {
  languages: ['et', 'en'],
  groups: ['admin', 'clerks', 'guards'],
  productGroups: ['admin'],
  companies: [],
  departments: [],
  mayRename: true,
};
const session = (more: Partial<CallerSession>) =>
  ({ isAdmin: false, isProvider: false, scopes: null, ...more }) as CallerSession;
const self = session({ userId: KEY });
const selfAdmin = session({ userId: KEY, isAdmin: true });
const admin = session({ userId: 'other', isAdmin: true });
const provider = session({ userId: 'other', isAdmin: true, isProvider: true });

/** Pointer, code and parameters of every error. */
function faults(caller: CallerSession, more: object, before = person, choices = known) {
  try {
    changedUser(caller, before, change(more), choices);
    return [];
  } catch (error) {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, 'user.invalid');
    return (error.extra.errors ?? []).map(({ pointer, code, params }) => ({ pointer, code, params }));
  }
}
const notEditable = (attribute: string) => ({
  pointer: `/${attribute}`,
  code: 'field.not_editable',
  params: { attribute },
});
const unknownChoice = (attribute: string, value: string) => ({
  pointer: `/${attribute}`,
  code: 'field.choice_unknown',
  params: { attribute, value },
});

test('a change is cleaned and sorted, and does not affect missing fields', () => {
  const before = changedUser(self, person, change(), known);
  assert.deepEqual(before, {
    name: 'Mari Tamm',
    email: 'mari@acme.test',
    phoneNumber: '+3725551234',
    languageId: 'et',
    jobTitle: 'Clerk',
    companyId: null,
    departmentId: null,
    groups: ['admin', 'clerks'],
    hasAvatar: true,
  });
  const wanted = { groups: ['guards', 'admin', 'guards'], jobTitle: '  Head ', avatar: null, phoneNumber: '' };
  const after = changedUser(admin, person, change(wanted), known);
  assert.deepEqual(after, {
    ...before,
    jobTitle: 'Head',
    groups: ['admin', 'guards'],
    phoneNumber: null,
    hasAvatar: false,
  });
  assert.equal(changedUser(admin, person, change({ jobTitle: ' ' }), known).jobTitle, null);
  assert.equal(changedUser(admin, person, change({ jobTitle: null }), known).jobTitle, null);
  assert.equal(changedUser(self, { ...person, avatar: null }, change(), known).hasAvatar, false);
});

test('a fixed field may be sent back unchanged only', () => {
  const fixed = { id: 'x', key: 'x', pendingEmail: 'x', tenantId: 'x', status: 'locked' };
  const more = { managers: [{ id: 'x' }], links: [{ id: 'x' }] };
  assert.deepEqual(faults(admin, { ...fixed, ...more }), Object.keys({ ...fixed, ...more }).map(notEditable));
  assert.deepEqual(faults(self, { id: person.id, status: 'active', company: null, groups: ['clerks', 'admin'] }), []);
  assert.deepEqual(faults(self, { avatar: person.avatar }), []);
  assert.deepEqual(faults(admin, { avatar: '/pictures/2' }), [notEditable('avatar')]);
});

test('PRO-01 ROLE-02 an organisation can keep names to administrators', () => {
  const kept = { ...known, mayRename: false };
  assert.deepEqual(faults(self, { name: 'Mari Kask' }, person, kept), [notEditable('name')]);
  assert.deepEqual(faults(self, { phoneNumber: '+3725550101' }, person, kept), []);
  assert.deepEqual(faults(admin, { name: 'Mari Kask' }, person, kept), []);
  assert.deepEqual(faults(self, { name: 'Mari Kask' }), []);
});

test('ROLE-02 administrators change job title and groups', () => {
  const wanted = { jobTitle: 'Head', groups: ['clerks'] };
  assert.deepEqual(faults(self, wanted), [notEditable('jobTitle'), notEditable('groups')]);
  assert.deepEqual(faults(admin, wanted), []);
  assert.deepEqual(faults(admin, { jobTitle: 'x'.repeat(200) }), []);
  const params = { attribute: 'jobTitle', max: 200 };
  assert.deepEqual(faults(admin, { jobTitle: 'x'.repeat(201) }), [
    { pointer: '/jobTitle', code: 'field.too_long', params },
  ]);
});

test('ADM-01 administrators change company and department, which must exist; users cannot', () => {
  const moved = { company: { id: 'c', name: '' }, department: { id: 'd', name: '' } };
  assert.deepEqual(faults(self, moved), [notEditable('company'), notEditable('department')]);
  assert.deepEqual(faults(admin, moved), [unknownChoice('company', 'c'), unknownChoice('department', 'd')]);
  const { companyId, departmentId } = changedUser(admin, person, change(moved), {
    ...known,
    ...{ companies: ['c'], departments: ['d'] },
  });
  assert.deepEqual([companyId, departmentId], ['c', 'd']);
});

test('the user’s own address has a separate endpoint; a missing one does not prevent saving the rest', () => {
  assert.deepEqual(faults(self, { email: 'new@acme.test' }), [notEditable('email')]);
  assert.deepEqual(faults(self, { email: 'MARI@acme.test' }), []);
  assert.deepEqual(faults(admin, { email: 'new@acme.test' }), []);
  const without = { ...person, email: null } as unknown as User;
  assert.deepEqual(faults(self, { email: null }, without), []);
  assert.equal(changedUser(self, without, change({ email: null }), known).email, null);
  const required = { pointer: '/email', code: 'field.required', params: { attribute: 'email' } };
  assert.deepEqual(faults(admin, { email: null }, without), [required]);
  assert.deepEqual(faults(self, { email: '' }), [required]);
});

test('every missing value is reported, and a language must be one of the tenant’s unless it is unchanged', () => {
  const fields = ['name', 'languageId'];
  assert.deepEqual(
    faults(self, { name: null, phoneNumber: null, languageId: null }),
    fields.map((attribute) => ({ pointer: `/${attribute}`, code: 'field.required', params: { attribute } })),
  );
  assert.deepEqual(faults(self, { languageId: 'en' }), []);
  assert.deepEqual(faults(self, { languageId: 'fi' }), [unknownChoice('languageId', 'fi')]);
  assert.deepEqual(faults(self, { languageId: 'fi' }, { ...person, languageId: 'fi' }), []);
});

test('ROLE-02 groups must exist, only providers grant provider rights, and administrators keep their own', () => {
  assert.deepEqual(faults(admin, { groups: ['nowhere'] }), [unknownChoice('groups', 'nowhere')]);
  assert.deepEqual(faults(admin, { groups: ['old'] }, { ...person, groups: ['old', 'clerks'] }), []);
  const withProvider = { ...person, groups: ['verva.admin'] };
  assert.deepEqual(faults(admin, { groups: ['verva.admin', 'clerks'] }, withProvider), []);
  assert.deepEqual(faults(admin, { groups: ['clerks'] }, withProvider), [notEditable('groups')]);
  assert.deepEqual(faults(provider, { groups: ['clerks'] }, withProvider), []);
  assert.deepEqual(faults(selfAdmin, { groups: ['clerks'] }), [notEditable('groups')]);
  assert.deepEqual(faults(selfAdmin, { groups: ['admin'] }), []);
  assert.deepEqual(faults(selfAdmin, { groups: ['verva.admin', 'clerks'] }, withProvider), []);
});

test('changed fields are those with another value; the order of groups is irrelevant', () => {
  const same = changedUser(self, person, change(), known);
  assert.deepEqual(changedFields({ ...person, groups: ['clerks', 'admin'] }, same), []);
  const other = { name: 'x', email: 'x', phoneNumber: 'x', languageId: 'x', jobTitle: 'x', groups: [] };
  const moved = { companyId: 'c', departmentId: 'd' };
  assert.deepEqual(changedFields(person, { ...other, ...moved, hasAvatar: false }), [
    ...Object.keys(other),
    ...['company', 'department', 'avatar'],
  ]);
  assert.deepEqual(changedFields({ ...person, avatar: null }, same), ['avatar']);
});

test('GRD-06 other users see a picture if there is one', () => {
  const { id, name, avatar } = person;
  const stranger = session({ userId: 'stranger' });
  assert.deepEqual(visibleTo(stranger, { ...person, key: 'k' }), { id, key: 'k', name, avatar });
});

test('addresses are compared without case, and a missing one equals a missing one', () => {
  assert.equal(isSameAddress('A@b.test', 'a@B.test'), true);
  assert.equal(isSameAddress(null, null), true);
  assert.equal(isSameAddress(null, ''), true);
  assert.equal(isSameAddress(null, 'a@b.test'), false);
  assert.equal(isSameAddress('a@b.test', null), false);
});

test('If-Match with a version, with any, or invalid', () => {
  assert.equal(versionOf(undefined), undefined);
  assert.equal(versionOf(' * '), undefined);
  assert.deepEqual(['7', '"7"', 'W/"7"', ' "7" '].map(versionOf), [7, 7, 7, 7]);
  for (const wrong of ['', 'seven', '1234567890']) {
    assert.throws(
      () => versionOf(wrong),
      (error: AppError) =>
        error.code === 'request.invalid' &&
        error.extra.errors?.[0]?.pointer === '#if-match' &&
        error.extra.errors[0].code === 'request.invalid',
    );
  }
});
