import { deflateSync } from 'node:zlib';
import { pngOf } from '../../src/server/modules/users/pictures.support.ts';

/** A document of as many pages, with a line of text on each. */
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
