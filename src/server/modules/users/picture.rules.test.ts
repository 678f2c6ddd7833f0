import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import { JPEG, pngOf, WEBP, WEBP_LOSSLESS } from '../../../../test/support/pictures.ts';
import { AppError } from '../../platform/errors.ts';
import { readPicture } from './picture.rules.ts';

const refusal = (type: string, bytes: Buffer) => {
  try {
    readPicture(type, bytes);
    return 'taken';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
};
const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
};
const PNG = pngOf(4, 3);
/** Inserts before the last chunk, which is twelve bytes long. */
const withChunk = (extra: Buffer) => Buffer.concat([PNG.subarray(0, -12), extra, PNG.subarray(-12)]);

test('PRO-01 a PNG, a JPEG and a WebP are accepted, and also in their stored form', () => {
  for (const [type, bytes] of [
    ['image/png', PNG],
    ['image/jpeg', JPEG],
    ['image/webp', WEBP],
    ['IMAGE/WEBP; x=1', WEBP_LOSSLESS],
  ] as const) {
    const { mediaType, content } = readPicture(type, bytes);
    assert.equal(mediaType, type.toLowerCase().split(';')[0]);
    assert.ok(content.length <= bytes.length);
    assert.deepEqual(readPicture(type, content).content, content);
  }
});

test('PRO-01 extra data in a picture is removed: location, camera, comments, animation, trailing bytes', () => {
  const withExtras = withChunk(
    Buffer.concat([chunk('tEXt', Buffer.from('Home\0Tallinn')), chunk('acTL', Buffer.alloc(8))]),
  );
  assert.deepEqual(readPicture('image/png', withExtras).content, PNG);
  assert.deepEqual(readPicture('image/png', Buffer.concat([PNG, Buffer.from('<script>')])).content, PNG);
  assert.doesNotMatch(readPicture('image/jpeg', JPEG).content.toString('latin1'), /ICC_PROFILE|JFIF/);
  const hidden = Buffer.concat([JPEG, Buffer.from('PK\x03\x04')]);
  assert.deepEqual(readPicture('image/jpeg', hidden).content, readPicture('image/jpeg', JPEG).content);
  const webp = readPicture('image/webp', Buffer.concat([WEBP, Buffer.from('tail')])).content;
  assert.doesNotMatch(webp.toString('latin1'), /ICCP|tail/);
  assert.equal(webp.readUInt32LE(4), webp.length - 8);
});

test('PRO-01 other types are refused, whatever their declared type', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  for (const type of ['image/svg+xml', 'image/gif', 'text/html', 'application/octet-stream', '', 'constructor']) {
    assert.equal(refusal(type, svg), 'file.type_refused', type);
  }
  const moving = Buffer.concat([Buffer.from('RIFF\x14\0\0\0WEBPANIM\x06\0\0\0', 'latin1'), Buffer.alloc(6)]);
  moving.writeUInt32LE(moving.length - 8, 4);
  assert.equal(refusal('image/webp', moving), 'file.type_refused');
  for (const [type, bytes] of [
    ['image/png', svg],
    ['image/png', JPEG],
    ['image/jpeg', PNG],
    ['image/webp', PNG],
    ['image/png', Buffer.alloc(0)],
    ['image/jpeg', Buffer.from('ffd8ffd9', 'hex')],
    ['image/png', withChunk(chunk('IHDR', PNG.subarray(16, 29)))],
    ['image/png', withChunk(chunk('EVIL', Buffer.alloc(1)))],
    ['image/png', pngOf(0, 5)],
  ] as const) {
    assert.equal(refusal(type, bytes), 'file.content_mismatch', `${type} ${bytes.subarray(0, 30).toString('latin1')}`);
  }
});

test('PRO-01 a truncated picture is refused, never a server error', () => {
  for (const [type, bytes] of [
    ['image/png', PNG],
    ['image/jpeg', JPEG],
    ['image/webp', WEBP],
    ['image/webp', WEBP_LOSSLESS],
  ] as const) {
    for (let length = 0; length < bytes.length; length++) {
      assert.equal(refusal(type, bytes.subarray(0, length)), 'file.content_mismatch', `${type} ${length}`);
    }
    for (let at = 0; at < bytes.length; at++) {
      const broken = Buffer.from(bytes);
      broken[at] = broken[at]! ^ 0xff;
      refusal(type, broken);
    }
  }
});

test('PRO-01 a small file that unpacks to a huge picture is refused by its size', () => {
  assert.equal(refusal('image/png', pngOf(1024, 1024)), 'taken');
  assert.equal(refusal('image/png', pngOf(1025, 1)), 'file.picture_size');
  assert.equal(refusal('image/png', pngOf(60_000, 60_000, deflateSync(Buffer.alloc(10)))), 'file.picture_size');
  const jpeg = Buffer.from(JPEG);
  jpeg.writeUInt16BE(65_000, jpeg.indexOf('ffc0', 0, 'hex') + 5);
  assert.equal(refusal('image/jpeg', jpeg), 'file.picture_size');
});
