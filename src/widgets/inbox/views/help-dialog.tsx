import type { ReactNode } from 'react';
import { useStyles } from '../../../shared/element/use-styles.ts';
import { useMessages } from '../../../shared/locale/index.ts';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import styles from '../../../shared/ui/styles/views.css?inline';
import { viewMessages } from './views.messages.ts';

/** Shortcuts by the place where they work; keys that do the same, or the opposite, with a space between. */
const PLACES = [
  [
    'list',
    [
      ['j ↓', 'next'],
      ['k ↑', 'previous'],
      ['PgDn PgUp', 'page'],
      ['Home End', 'ends'],
      ['Enter', 'open'],
      ['c', 'claim'],
    ],
  ],
  [
    'task',
    [
      ['e', 'complete'],
      ['a', 'assign'],
    ],
  ],
  [
    'anywhere',
    [
      ['/', 'search'],
      ['?', 'help'],
    ],
  ],
  [
    'text',
    [
      ['Esc', 'leave'],
      ['Ctrl+Enter', 'send'],
    ],
  ],
] as const;

/** Keyboard shortcuts of the inbox. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  useStyles(styles);
  const words = useMessages(viewMessages);
  return (
    <Dialog title={words('keys')} onClose={onClose}>
      {PLACES.map(([place, keys]) => (
        <section key={place}>
          <h3 className="t3">{words(`keys.${place}`)}</h3>
          <dl className="keys">
            {keys.map(([key, name]) => (
              <div key={key}>
                <dt>
                  {key.split(' ').map((one) => (
                    <kbd key={one}>{one}</kbd>
                  ))}
                </dt>
                <dd>{words(`key.${name}`)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
