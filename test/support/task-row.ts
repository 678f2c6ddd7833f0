import type { Locator, Page } from 'playwright-core';

/** Returns the rows of the inbox whose task has this text in its name; the row shows the subject before the step. */
export const taskRow = (page: Page, name: string): Locator =>
  page.locator('verva-inbox button.item', { has: page.locator(`.name[title*="${name}"]`) });
