import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAnyDirectory, issuerAt, issuerFaults, keysAt, placeOf } from './issuers.rules.ts';

test('ORG-02 issuer and keys follow from the few letters that an administrator has at hand', () => {
  const directory = '0f2c6b9e-5a3d-4b7e-9c1a-8d4e2f6a7b10';
  const entra = `https://login.microsoftonline.com/${directory}/v2.0`;
  assert.equal(issuerAt('entra', ` ${directory.toUpperCase()} `), entra);
  assert.equal(keysAt('entra', entra), `https://login.microsoftonline.com/${directory}/discovery/v2.0/keys`);
  assert.deepEqual(
    [placeOf('entra', entra), placeOf('entra', 'https://x.example/a/v2.0')],
    [directory, 'https://x.example/a/v2.0'],
  );
  const pool = 'https://cognito-idp.eu-north-1.amazonaws.com/eu-north-1_Example2';
  assert.deepEqual(
    [issuerAt('cognito', 'eu-north-1_Example2'), placeOf('cognito', pool)],
    [pool, 'eu-north-1_Example2'],
  );
  assert.equal(issuerAt('cognito', 'Example2'), 'Example2');
  assert.equal(issuerAt('keycloak', 'https://sso.example/realms/staff/'), 'https://sso.example/realms/staff');
  // The slash belongs to the issuer where nothing else is known.
  assert.equal(issuerAt('other', 'https://sso.example/'), 'https://sso.example/');
  assert.deepEqual([issuerAt('entra', '  '), keysAt('other', 'https://sso.example/')], ['', undefined]);
});

test('ORG-02 an issuer that means any directory is recognised', () => {
  const of = (path: string) => isAnyDirectory(`https://login.microsoftonline.com${path}`);
  for (const path of ['/common/v2.0', '/Organizations/v2.0', '/consumers/v2.0', '/{tenantid}/v2.0', '/', '']) {
    assert.equal(of(path), true, path);
  }
  assert.deepEqual([of('/acme.example/v2.0'), isAnyDirectory('https://sso.example/common')], [false, false]);
});

test('ORG-02 domains have labels of DNS', () => {
  const faultOf = (domain: string) =>
    issuerFaults({
      ...{ name: 'own', kind: 'other', issuer: 'https://sso.example', clientId: 'c', domains: [domain] },
      ...{ subjectClaim: 'sub', groupsClaim: null, groupMap: {}, scope: 'openid', extraQuery: {}, secondFactor: null },
    });
  for (const good of ['acme.example', 'a-b.xn--p1ai', '1.example']) assert.deepEqual(faultOf(good), {}, good);
  const long = `${'a'.repeat(64)}.example`;
  for (const bad of [
    '',
    'acme',
    'acme.',
    '.example',
    '-a.example',
    'a b.example',
    '10.1.2.3',
    'õ.ee',
    long,
    '*.example',
  ]) {
    assert.equal(faultOf(bad)['/domains']?.code, 'issuer.domain', bad);
  }
});
