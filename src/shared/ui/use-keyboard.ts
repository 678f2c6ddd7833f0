import { type RefObject, useEffect, useRef } from 'react';

/** Names of keys such as `Escape`, `j`, `?`, `Mod+Enter` (Ctrl, on a Mac Command) and `Alt+ArrowDown`. */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/**
 * Shortcuts that work while the focus is inside `target` (default: the whole document). Single letters do nothing in
 * text inputs. A shortcut that ran prevents the key's default.
 */
export function useKeyboard(shortcuts: Shortcuts, target?: RefObject<HTMLElement | null>): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    const element = target ? target.current : document;
    if (!element) return;
    const onKeyDown = (event: Event) => {
      const pressed = event as KeyboardEvent;
      if (pressed.defaultPrevented || pressed.isComposing) return;
      const name = keyName(pressed);
      const run = latest.current[name];
      if (!run || (isTyping(pressed) && [...name].length === 1)) return;
      pressed.preventDefault();
      run(pressed);
    };
    element.addEventListener('keydown', onKeyDown);
    return () => element.removeEventListener('keydown', onKeyDown);
  }, [target]);
}

/** The name under which a pressed key is listed. Shift is part of the character itself: `?`, not `Shift+/`. */
function keyName(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): string {
  return `${event.ctrlKey || event.metaKey ? 'Mod+' : ''}${event.altKey ? 'Alt+' : ''}${event.key}`;
}

function isTyping(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0];
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type);
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
