import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { FramedPage } from '../../../shared/contracts/menu.rules.ts';

const LIFE_MS = 60_000;

/** Signs the page of a menu entry for a minute, so that only pages of the menu can be framed. */
export interface FramedPages {
  sign(page: FramedPage, now: Date): string;
  /** Returns the page; undefined when it was not signed here, or more than a minute ago. */
  read(signed: string, now: Date): FramedPage | undefined;
}

export function createFramedPages(masterKey: string | Uint8Array): FramedPages {
  const key = Buffer.from(hkdfSync('sha256', masterKey, 'verva', 'framed pages', 32));
  const macOf = (content: string) => createHmac('sha256', key).update(content).digest();
  return {
    sign({ url, allow }, now) {
      const content = Buffer.from(JSON.stringify({ url, allow, until: now.getTime() + LIFE_MS })).toString('base64url');
      return `${content}.${macOf(content).toString('base64url')}`;
    },
    read(signed, now) {
      const [content = '', mac = ''] = signed.split('.');
      const [expected, presented] = [macOf(content), Buffer.from(mac, 'base64url')];
      if (expected.length !== presented.length || !timingSafeEqual(expected, presented)) return undefined;
      const { url, allow, until } = JSON.parse(Buffer.from(content, 'base64url').toString());
      return now.getTime() <= until ? { url, allow } : undefined;
    },
  };
}
