import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** Whether the focus, in any shadow root, is on the wanted element. */
export function focused(page: Page, selector: string, text = ''): Promise<boolean> {
  return page.evaluate(
    ([wanted, words]) => {
      let active: Element | null | undefined = document.activeElement;
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      return (active?.matches(wanted as string) ?? false) && (active?.textContent ?? '').includes(words as string);
    },
    [selector, text],
  );
}

/** Presses Tab, or another key, until the wanted element has the focus. */
export async function tabTo(page: Page, selector: string, text = '', key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    if (await focused(page, selector, text)) return;
    await page.keyboard.press(key);
  }
  assert.fail(`The focus never came to ${selector}.`);
}
