const MAX_CHARACTERS = 2_097_152;

/** A chosen BPMN file. */
export type ProcessFile =
  | { readonly fault: 'tooLarge' | 'noProcess' }
  | { readonly name: string; readonly key: string; readonly xml: string };

/** Reads a BPMN file with the encoding that it declares, and the key of its first process. */
export async function readProcessFile(file: File): Promise<ProcessFile> {
  if (file.size > MAX_CHARACTERS) return { fault: 'tooLarge' };
  const bytes = await file.arrayBuffer();
  const head = new TextDecoder('latin1').decode(bytes.slice(0, 200));
  const declared = /<\?xml[^>]*?encoding\s*=\s*["']([\w-]+)["']/.exec(head)?.[1];
  const xml = decoderOf(declared).decode(bytes);
  const key = processKey(xml);
  return key === undefined ? { fault: 'noProcess' } : { name: file.name, key, xml };
}

function decoderOf(encoding = 'utf-8'): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    // An unknown encoding; the server says what it cannot read.
    return new TextDecoder();
  }
}

/** The id of the first process element. Parsing the XML would need an exception from Trusted Types. */
function processKey(xml: string): string | undefined {
  const plain = xml.replaceAll(/<!--[\s\S]*?-->/g, '');
  const tag = /<(?:[\w-]+:)?process\s[^>]*>/.exec(plain)?.[0] ?? '';
  return /\sid\s*=\s*["']([^"']+)["']/.exec(tag)?.[1];
}
