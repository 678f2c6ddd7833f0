import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { setLanguage } from '../../src/shared/locale/index.ts';
import { runAxe } from './axe.ts';

/**
 * Container in which a component test renders, in English. It is new for each test of the file, or of the `describe`
 * that calls this. A page that is a `main` itself is rendered in a `div`.
 */
export function renderHarness(tag: 'main' | 'div' = 'main') {
  let place: HTMLElement;
  let root: Root;
  beforeEach(async () => {
    await setLanguage('en');
    place = document.body.appendChild(document.createElement(tag));
    root = createRoot(place);
  });
  afterEach(() => {
    root.unmount();
    place.remove();
  });
  const all = <E extends HTMLElement = HTMLElement>(selector: string) => [...place.querySelectorAll<E>(selector)];
  return {
    draw: (node: ReactNode) => root.render(node),
    all,
    find: <E extends HTMLElement = HTMLElement>(selector: string) => place.querySelector<E>(selector),
    /** Finds the button with this label. */
    named: (name: string) => all('button').find((one) => (one.ariaLabel ?? one.textContent) === name)!,
    /** Finds the control whose label begins with this text. */
    labelled: <E extends HTMLElement = HTMLInputElement>(label: string) => {
      const wanted = all<HTMLLabelElement>('label').find((one) => one.textContent?.startsWith(label));
      return wanted?.control as E | null | undefined;
    },
    says: (text: string) => place.textContent?.includes(text) ?? false,
    /** Returns the violations found by axe: the rule and the first element. */
    offences: async () => (await runAxe(place)).violations.map(({ id, nodes }) => [id, nodes[0]?.html]),
  };
}
