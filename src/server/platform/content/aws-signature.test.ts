import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedHeaders } from './aws-signature.ts';

/** The keys, time and requests of Amazon's own examples (S3 API reference, "Examples: Signature Calculations"). */
const KEYS = {
  region: 'us-east-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const AT = new Date('2013-05-24T00:00:00.000Z');
const signatureOf = (url: string, headers: Record<string, string> = {}) =>
  signedHeaders(KEYS, { method: 'GET', url, headers }, EMPTY, AT).authorization?.split('Signature=')[1];

test('FRM-05 requests to a bucket are signed like the examples of Amazon', () => {
  assert.equal(
    signatureOf('https://examplebucket.s3.amazonaws.com/test.txt', { range: 'bytes=0-9' }),
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  );
  assert.equal(
    signatureOf('https://examplebucket.s3.amazonaws.com/?max-keys=2&prefix=J'),
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  );
});
