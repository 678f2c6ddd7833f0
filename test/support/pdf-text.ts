/** Returns the text of the first page of a PDF, without spaces, because the font's positioning determines them. */
export async function textOfPdf(file: Uint8Array): Promise<string> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const document = await getDocument({ data: new Uint8Array(file) }).promise;
  const { items } = await (await document.getPage(1)).getTextContent();
  return items
    .map((item) => ('str' in item ? item.str : ''))
    .join('')
    .replaceAll(' ', '');
}
