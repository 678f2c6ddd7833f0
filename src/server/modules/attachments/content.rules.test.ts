import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DOCX, GIF, JPEG, OLE, PDF, PNG, SVG_WITH_SCRIPT } from '../../../../test/support/small-files.ts';
import { zipOf } from '../../../../test/support/zip.ts';
import { FILE_KINDS } from '../../../shared/contracts/file-kinds.ts';
import { AppError } from '../../platform/errors.ts';
import { mediaTypeOf } from './content.rules.ts';
import { cleanFileName, disposition } from './file-name.rules.ts';
import { rangeOf } from './range.rules.ts';
import type { Content } from './zip-entries.ts';

const contentOf = (bytes: Buffer): Content => ({
  size: bytes.length,
  read: async (position, length) => bytes.subarray(position, position + length),
});
const outcome = async (name: string, bytes: Buffer | string) =>
  mediaTypeOf(name, contentOf(Buffer.from(bytes as string))).catch((error: AppError) => error.code);

test('checks a file in linear time, whatever its content', async () => {
  for (const text of ['<!----><!-', '<!---', '<?xml ?', '<!doctype svg ', ' ', '<?xml?>', '<!-->-->']) {
    const began = process.threadCpuUsage().user;
    assert.equal(await outcome('a.svg', text.repeat(70_000 / text.length)), 'file.content_mismatch', text);
    // Linear time takes a few milliseconds; without the bound this did not finish in practice.
    assert.ok(process.threadCpuUsage().user - began < 2_000_000, text);
  }
  for (const before of [
    '',
    '\ufeff ',
    '<?xml version="1.0"?>\n',
    '<!-- a --><!---->',
    '<!DOCTYPE svg PUBLIC "x">',
    '<!-- <svg -->',
  ])
    assert.equal(await outcome('a.svg', `${before}<SVG width="1"/>`), 'image/svg+xml', before);
  for (const before of ['x', '<!-- ', '<!doctype html>', '<g/>'])
    assert.equal(await outcome('a.svg', `${before}<svg/>`), 'file.content_mismatch', before);
});

test('FRM-05 accepts files whose content matches their name', async () => {
  const good: Record<string, Buffer | string> = {
    'a.pdf': PDF,
    'A.PNG': PNG,
    'a.jpg': JPEG,
    'a.jpeg': JPEG,
    'a.gif': GIF,
    'a.doc': OLE,
    'a.docx': DOCX,
    'a.xlsx': zipOf({ 'xl/workbook.xml': '<w/>', '[Content_Types].xml': '<Types/>' }),
    'a.odt': zipOf({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<c/>' }),
    'contract.asice': zipOf({ mimetype: 'application/vnd.etsi.asic-e+zip', 'META-INF/signatures0.xml': '<s/>' }),
    'a.zip': zipOf({ 'a.exe': 'MZ' }),
    'a.txt': 'Tere, maailm. 3 < 5 ja <b on täht',
    'win1257.csv': Buffer.from('nimi;summa\nPõder;12\n', 'latin1'),
    'utf16.csv': Buffer.from('\ufeffnimi\tsumma', 'utf16le'),
    'a.svg': SVG_WITH_SCRIPT,
    'a.json': ' {"a": 1}',
    'a.xml': '<?xml version="1.0"?><Invoice/>',
    'a.eml': 'Received: from mail\r\nSubject: Tere\r\n\r\nTere',
  };
  for (const [name, bytes] of Object.entries(good)) {
    const end = name.split('.').pop()!.toLowerCase() as keyof typeof FILE_KINDS;
    assert.equal(await outcome(name, bytes), FILE_KINDS[end].mediaType, name);
  }
});

test('FRM-05 refuses files whose content does not match their type', async () => {
  const lies: Record<string, Buffer | string> = {
    'a.pdf': PNG,
    'a.png': PDF,
    'b.png': '<html><script>alert(1)</script>',
    'a.jpg': GIF,
    'a.txt': '<!DOCTYPE html><html><body onload=alert(1)>',
    'b.txt': '\ufeff  <script>alert(1)</script>',
    'c.txt': Buffer.from('\ufeff<html>', 'utf16le'),
    'a.csv': Buffer.from('MZ\x90\0\x03', 'latin1'),
    'a.md': SVG_WITH_SCRIPT,
    'a.docx': zipOf({ 'a.txt': 'x' }),
    'b.docx': zipOf({ '[Content_Types].xml': '', 'xl/workbook.xml': '' }),
    'macros.docx': zipOf({ '[Content_Types].xml': '', 'word/document.xml': '', 'word/vbaProject.bin': '' }),
    'c.docx': OLE,
    'a.odt': zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }),
    'a.asice': zipOf({ 'a.exe': 'MZ' }),
    'a.svg': '<html xmlns="http://www.w3.org/1999/xhtml"><svg/></html>',
    'a.xml': '<html><body/></html>',
    'a.zip': PDF,
    'a.doc': DOCX,
    'a.json': '<html>',
  };
  for (const [name, bytes] of Object.entries(lies))
    assert.equal(await outcome(name, bytes), 'file.content_mismatch', name);
});

test('FRM-05 refuses executable types, empty files and files without a type', async () => {
  for (const name of [
    'a.exe',
    'a.html',
    'a.htm',
    'a.js',
    'a.docm',
    'a.pdf.exe',
    'a.lnk',
    'readme',
    'a.',
    'a.constructor',
    'a.__proto__',
  ]) {
    assert.equal(await outcome(name, 'text'), 'file.type_refused', name);
  }
  assert.equal(await outcome('a.txt', ''), 'file.empty');
});

test('FRM-05 does not fail on any content', async () => {
  const ends = Object.keys(FILE_KINDS);
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 300 }),
      fc.constantFrom(...ends),
      fc.boolean(),
      async (bytes, end, zip) => {
        // The end record of a zip with random sizes and offsets.
        const content = zip
          ? Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), bytes, Buffer.from('PK\x05\x06', 'latin1'), bytes])
          : Buffer.from(bytes);
        const result = await mediaTypeOf(`a.${end}`, contentOf(content)).catch((error: unknown) => error);
        assert.ok(typeof result === 'string' || result instanceof AppError);
      },
    ),
    { numRuns: 300 },
  );
});

test('FRM-05 removes folders, control characters and direction marks from file names', () => {
  assert.equal(cleanFileName('../../etc/passwd.txt'), 'passwd.txt');
  assert.equal(cleanFileName('C:\\fakepath\\leping.pdf'), 'leping.pdf');
  assert.equal(cleanFileName('invoice\u202Efdp.exe'), 'invoicefdp.exe');
  assert.equal(cleanFileName('a\0b\r\nc\u200b.pdf'), 'abc.pdf');
  assert.equal(cleanFileName('.htaccess'), 'htaccess');
  assert.equal(cleanFileName('report.pdf. . '), 'report.pdf');
  assert.equal(cleanFileName('合同 Õ.pdf'), '合同 Õ.pdf');
  const long = cleanFileName(`${'õ'.repeat(5000)}.docx`);
  assert.equal([...long].length, 200);
  assert.match(long, /õ\.docx$/);
  for (const nothing of ['', '..', ' ', '/', '\u202e', 'a/']) {
    assert.throws(() => cleanFileName(nothing), { code: 'file.name_invalid' }, JSON.stringify(nothing));
  }
});

test('FRM-05 escapes file names in headers', () => {
  assert.equal(
    disposition('attachment', 'Õ "a"; 合.pdf'),
    `attachment; filename="O _a__ _.pdf"; filename*=UTF-8''%C3%95%20%22a%22%3B%20%E5%90%88.pdf`,
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (given) => {
      let name: string;
      try {
        name = cleanFileName(given);
      } catch {
        // Nothing is left of the name: it is refused.
        return;
      }
      assert.match(disposition('inline', name), /^inline; filename="[^"\\]*"; filename\*=UTF-8''[\w!#$&+.^`|~%-]+$/);
      assert.doesNotMatch(disposition('inline', name), /[^\x20-\x7e]/);
    }),
  );
});

test('FRM-05 parses ranges, and ignores invalid ones', () => {
  assert.deepEqual(rangeOf('bytes=0-99', 1000), { start: 0, end: 99 });
  assert.deepEqual(rangeOf('bytes=990-', 1000), { start: 990, end: 999 });
  assert.deepEqual(rangeOf('bytes=-10', 1000), { start: 990, end: 999 });
  assert.deepEqual(rangeOf('bytes=-5000', 1000), { start: 0, end: 999 });
  assert.deepEqual(rangeOf('bytes=0-5000', 1000), { start: 0, end: 999 });
  assert.equal(rangeOf('bytes=1000-', 1000), 'none');
  assert.equal(rangeOf('bytes=-0', 1000), 'none');
  for (const nonsense of [
    undefined,
    '',
    'bytes=-',
    'bytes=5-2',
    'bytes=a-b',
    'items=0-1',
    'bytes=0-1,5-6',
    'bytes=99999999999999999999-',
  ]) {
    assert.equal(rangeOf(nonsense, 1000), 'all', nonsense);
  }
});

const latin = (text: string) => Buffer.from(text, 'latin1');
/** Initial bytes of each file type, and a variant that differs in one byte. */
const BEGINNINGS: Readonly<Record<string, readonly (readonly [good: Buffer, bad: Buffer])[]>> = {
  jpg: [[Buffer.from('ffd8ffe0', 'hex'), Buffer.from('ffd8fee0', 'hex')]],
  gif: [
    [latin('GIF87a..'), latin('GIF88a..')],
    [latin('GIF89a..'), latin('GIF89b..')],
  ],
  webp: [[latin('RIFF....WEBP'), latin('RIFF....WAVE')]],
  wav: [[latin('RIFF....WAVE'), latin('RIFF....WEBP')]],
  bmp: [[latin('BM....'), latin('BN....')]],
  tif: [
    [latin('II*\0....'), latin('II+\0....')],
    [latin('MM\0*....'), latin('MM*\0....')],
  ],
  tiff: [
    [latin('II*\0....'), latin('MI*\0....')],
    [latin('MM\0*....'), latin('IM\0*....')],
  ],
  heic: ['heic', 'heix', 'mif1', 'hevc', 'msf1'].map((brand) => [latin(`....ftyp${brand}`), latin(`...ftyp${brand}`)]),
  rtf: [[latin('{\\rtf1}'), latin('{\\rtx1}')]],
  '7z': [[Buffer.from('377abcaf271c0004', 'hex'), Buffer.from('377abcaf271d0004', 'hex')]],
  mp3: [
    [latin('ID3....'), latin('ID2....')],
    [Buffer.from('fffb9000', 'hex'), Buffer.from('ff1b9000', 'hex')],
    [Buffer.from('ffe09000', 'hex'), Buffer.from('fee09000', 'hex')],
    [Buffer.from('ffff9000', 'hex'), Buffer.from('ffdf9000', 'hex')],
  ],
  mp4: [[latin('....ftypisom'), latin('...ftypisom')]],
  mov: ['ftyp', 'moov', 'mdat', 'wide', 'free'].map((atom) => [latin(`....${atom}`), latin(`...${atom}`)]),
  txt: [[Buffer.from([9, 13, 27, 32]), Buffer.from([8, 32])]],
  csv: [[Buffer.from([10, 65]), Buffer.from([14, 65])]],
};

test('FRM-05 recognises each file type by its first bytes', async () => {
  for (const [type, pairs] of Object.entries(BEGINNINGS)) {
    for (const [good, bad] of pairs) {
      const about = `${type} ${good.toString('latin1')}`;
      assert.equal(await outcome(`a.${type}`, good), FILE_KINDS[type as keyof typeof FILE_KINDS].mediaType, about);
      assert.equal(await outcome(`a.${type}`, bad), 'file.content_mismatch', `${type} ${bad.toString('latin1')}`);
    }
  }
  const openXmlFile = (part: string) => zipOf({ '[Content_Types].xml': '', [part]: '' });
  for (const [type, part] of [
    ['docx', 'word/document.xml'],
    ['xlsx', 'xl/workbook.xml'],
    ['pptx', 'ppt/presentation.xml'],
  ] as const) {
    assert.equal(await outcome(`a.${type}`, openXmlFile(part)), FILE_KINDS[type].mediaType);
    assert.equal(await outcome(`a.${type}`, openXmlFile('other/part.xml')), 'file.content_mismatch');
  }
});
