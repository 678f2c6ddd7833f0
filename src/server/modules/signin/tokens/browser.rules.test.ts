import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserOf } from './browser.rules.ts';

const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';

test('SEC-02 the browser and system of a session are named in short words', () => {
  const cases: Readonly<Record<string, string>> = {
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`]: 'Chrome, Windows',
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/142.0.0.0`]: 'Edge, Windows',
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} Safari/537.36 OPR/120.0.0.0`]: 'Opera, macOS',
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/26.0 Safari/605.1.15`]: 'Safari, macOS',
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${APPLE} Version/26.0 Mobile/15E148 Safari/604.1`]:
      'Safari, iOS',
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${APPLE} CriOS/142.0 Mobile/15E148 Safari/604.1`]:
      'Chrome, iOS',
    [`Mozilla/5.0 (iPad; CPU OS 18_7 like Mac OS X) ${APPLE} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`]:
      'Firefox, iPadOS',
    [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`]: 'Chrome, Android',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 SamsungBrowser/29.0 Chrome/136.0.0.0 Safari/537.36':
      'Samsung Internet, Android',
    'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0': 'Firefox, Linux',
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`]: 'Chrome, ChromeOS',
  };
  for (const [userAgent, expected] of Object.entries(cases)) {
    const { browser, system } = browserOf(userAgent);
    assert.equal(`${browser}, ${system}`, expected);
  }
});

test('SEC-02 what a client writes about itself is never shown', () => {
  for (const userAgent of [undefined, '', 'curl/8.14.1', '<script>alert(1)</script>', '\u0000'.repeat(10_000)]) {
    assert.deepEqual(browserOf(userAgent), { browser: null, system: null });
  }
});
