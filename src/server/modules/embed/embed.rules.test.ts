import assert from 'node:assert/strict';
import { test } from 'node:test';
import { basicCredentials, isSecret, newSecret, originOf } from './embed.rules.ts';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

test('BEY-20 a secret has 256 random bits, and only its hash is needed to recognise it', () => {
  const { secret, sha256 } = newSecret();
  assert.equal(Buffer.from(secret, 'base64url').length, 32);
  assert.notEqual(newSecret().secret, secret);
  assert.equal(isSecret(secret, sha256), true);
  assert.equal(isSecret(`${secret}x`, sha256), false);
  assert.equal(sha256.toString('base64url') === secret, false);
});

test('BEY-20 client id and secret are read from basic authorisation only', () => {
  assert.deepEqual(basicCredentials(basic('intranet:a:b')), { id: 'intranet', secret: 'a:b' });
  assert.deepEqual(basicCredentials(basic(':secret')), { id: '', secret: 'secret' });
  assert.deepEqual(basicCredentials(basic('intranet:').toUpperCase().slice(0, 6) + basic('intranet:').slice(6)), {
    id: 'intranet',
    secret: '',
  });
  for (const header of [undefined, '', 'Bearer abc', basic('no-colon'), `x${basic('a:bcdefgh')}`, 'Basic a:b']) {
    assert.equal(basicCredentials(header), undefined, header);
  }
});

test('EMB-04 an allowed origin is that of a page, as browsers write it', () => {
  assert.equal(originOf(' https://Intranet.Example:443/ '), 'https://intranet.example');
  assert.equal(originOf('http://localhost:3000'), 'http://localhost:3000');
  for (const text of [
    'https://a.example/page',
    'https://a.example/?x',
    'ftp://a.example',
    'a.example',
    'data:,x',
    '',
  ]) {
    assert.equal(originOf(text), undefined, text);
  }
});
