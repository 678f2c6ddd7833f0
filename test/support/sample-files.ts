import { deflateSync } from 'node:zlib';
import { pngOf } from './pictures.ts';

/** Creates a document with this number of pages, each with a line of text. */
export function pdfOf(pages: number, title = 'Quote'): Buffer {
  const objects: string[] = ['<< /Type /Catalog /Pages 2 0 R >>', ''];
  const kids: string[] = [];
  for (let page = 1; page <= pages; page += 1) {
    const text = `BT /F1 28 Tf 72 700 Td (${title}, page ${page}) Tj ET 0.9 0.9 0.95 rg 72 120 451 520 re f`;
    const stream = deflateSync(Buffer.from(text)).toString('latin1');
    objects.push(`<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n${stream}\nendstream`);
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${objects.length} 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>`,
    );
    kids.push(`${objects.length} 0 R`);
  }
  objects[1] = `<< /Type /Pages /Count ${pages} /Kids [${kids.join(' ')}] >>`;
  return documentOf(objects);
}

/** A black picture of 32 × 32 pixels as JPEG 2000. */
const JPX =
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAIAAAACAAAQcHAAAAAAAPY29scgEAAAAAABEAAACYanAyY/9P/1EAKQAAAAAAIAAAACAAAAAAAAAAAAAAACAAAAAgAAAAAAAAAAAAAQcBAf9SAAwAAAABAAUEBAAB/1wAE0BASEhQSEhQSEhQSEhQSEhQ/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS40/5AACgAAAAAAFwAB/5PfeAgHgICAgID/2Q==';

/** The same as JBIG2: a page with one fax-coded region: a black line, and 31 lines equal to the one above. */
function jbig2(): Buffer {
  const bits = `001${'00110101'}${'000001101010'}${'11'.repeat(31)}${'000000000001'.repeat(2)}`;
  const fax = (bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/g) ?? []).map((byte) =>
    Number.parseInt(byte, 2),
  );
  const numbers = (...values: number[]) => values.flatMap((value) => [0, 0, value >> 8, value & 255]);
  const segment = (number: number, type: number, data: readonly number[]) => [
    ...numbers(number),
    type,
    0,
    1,
    ...numbers(data.length),
    ...data,
  ];
  const page = [...numbers(32, 32, 0, 0), 0, 0, 0];
  const region = [...numbers(32, 32, 0, 0), 0, 1, ...fax];
  return Buffer.from([...segment(0, 48, page), ...segment(1, 38, region)]);
}

/** Creates a page like those of scanners: pictures as JPEG 2000 and JBIG2, and 你好 in a font that is not embedded. */
export function scanPdf(): Buffer {
  const streamOf = (about: string, data: Buffer) =>
    `<< ${about} /Length ${data.length} >>\nstream\n${data.toString('latin1')}\nendstream`;
  const image = '/Type /XObject /Subtype /Image /Width 32 /Height 32';
  const content =
    'q 200 0 0 200 50 600 cm /J Do Q q 200 0 0 200 320 600 cm /B Do Q BT /F1 40 Tf 60 400 Td <4F60597D> Tj ET';
  return documentOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [9 0 R] >>',
    streamOf(`${image} /Filter /JPXDecode`, Buffer.from(JPX, 'base64')),
    streamOf(`${image} /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /JBIG2Decode`, jbig2()),
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [6 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /FontDescriptor 7 0 R >>',
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>',
    streamOf('', Buffer.from(content)),
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 8 0 R /Resources << /XObject << /J 3 0 R /B 4 0 R >> /Font << /F1 5 0 R >> >> >>',
  ]);
}

function documentOf(objects: readonly string[]): Buffer {
  let body = '%PDF-1.7\n';
  const places = objects.map((object, index) => {
    const place = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const lines = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines}`;
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + table + end, 'latin1');
}

export const picture = (): Buffer => pngOf(640, 400);
