import { randomUUID } from 'node:crypto';
import type { Answer } from '../support/identity-client.ts';

type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

/** Valid requests of manual readers; `author` writes manuals only for herself. */
export function manualReadingRequests(author: Call): Readonly<Record<string, () => Promise<Answer>>> {
  const withKey = () => ({ 'idempotency-key': randomUUID() });
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const upload = (path: string, fileName: string, type: string, content: Buffer) => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(content)], { type }), fileName);
    return author('POST', path, form);
  };

  /** Creates a released manual of the author with a picture and an attachment, and her reading of it. */
  async function released() {
    const group = (await author('POST', '/api/manuals/groups', { name: { en: 'Fuzzed' } })).body.id;
    const code = `R-${randomUUID().slice(0, 8)}`;
    const made = (
      await author('POST', '/api/manuals', {
        code,
        groupId: group,
        ownerId: 'me',
        title: 'Fuzzed',
        requireScroll: false,
      })
    ).body;
    const { id } = made;
    const me = (await author('GET', '/api/identity/users/me')).body;
    const rules = [{ kind: 'user', ref: me.key }];
    await author('PUT', `/api/manuals/${id}/audience`, { rules });
    const image = (await upload(`/api/manuals/${id}/images`, 'dot.png', 'image/png', png)).body.sha256 as string;
    const draft = `/api/manuals/${id}/versions/1/texts/en`;
    await author('PUT', draft, { title: 'Fuzzed', html: '<p>Wear a helmet.</p>' });
    const attachment = (await upload(`${draft}/attachments`, 'notes.txt', 'text/plain', Buffer.from('Rope'))).body.id;
    await author('POST', `/api/manuals/${id}/versions/1/release`, { asks: 'full' }, withKey());
    const text = (await author('GET', `/api/manuals/${id}/text?language=en`)).body;
    const listed = (await author('GET', `/api/records/manuals_read?code=eq:${code}`)).body;
    const reading = listed.items[0]?.id as string;
    return { id: id as string, image, attachment: attachment as string, text, reading };
  }
  const ofReading = (act: string, body: object) => async () =>
    author('POST', `/api/manuals/readings/${(await released()).reading}/${act}`, body, withKey());
  const confirmed = async () => {
    const { reading, text, id } = await released();
    const body = { languageId: 'en', sha256: text.sha256 };
    const answer = await author('POST', `/api/manuals/readings/${reading}/confirmReadManual`, body, withKey());
    return { id, answer };
  };
  const question = async () => {
    const { id, text } = await released();
    const body = { blockId: text.sections[0].id, quote: 'Wear a helmet.', text: 'Why?', languageId: 'en' };
    return { id, answer: await author('POST', `/api/manuals/${id}/questions`, body) };
  };

  return {
    'GET /api/manuals/{id}/text': async () => author('GET', `/api/manuals/${(await released()).id}/text?language=zh`),
    'GET /api/manuals/{id}/changes': async () => {
      const { id } = await confirmed();
      return author('GET', `/api/manuals/${id}/changes?since=1&number=1`);
    },
    'GET /api/manuals/{id}/images/{sha256}': async () => {
      const { id, image } = await released();
      return author('GET', `/api/manuals/${id}/images/${image}`);
    },
    'GET /api/manuals/attachments/{id}/content': async () =>
      author('GET', `/api/manuals/attachments/${(await released()).attachment}/content`),
    'GET /api/manuals/readings/{id}': async () => author('GET', `/api/manuals/readings/${(await released()).reading}`),
    'POST /api/manuals/readings/{id}/progress': ofReading('progress', { progress: 0.5, scrolled: true }),
    'POST /api/manuals/readings/{id}/confirmReadManual': async () => (await confirmed()).answer,
    'POST /api/manuals/readings/{id}/cancelReadManual': ofReading('cancelReadManual', { reason: 'Not needed' }),
    'GET /api/manuals/receipts/{id}': async () =>
      author('GET', `/api/manuals/receipts/${(await confirmed()).answer.body.receipt.id}`),
    'GET /api/public/receipts/{hash}': async () =>
      author('GET', `/api/public/receipts/${(await confirmed()).answer.body.receipt.hash}`),
    'GET /api/manuals/{id}/questions': async () => author('GET', `/api/manuals/${(await question()).id}/questions`),
    'POST /api/manuals/{id}/questions': async () => (await question()).answer,
    'POST /api/manuals/{id}/questions/{questionId}/answer': async () => {
      const { id, answer } = await question();
      const body = { answer: 'Because.', public: true };
      return author('POST', `/api/manuals/${id}/questions/${answer.body.id}/answer`, body);
    },
  };
}
