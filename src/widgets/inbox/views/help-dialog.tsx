import type { ReactNode } from 'react';
import { useStyles } from '../../../shared/element/use-styles.ts';
import { useMessages } from '../../../shared/locale/index.ts';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import styles from '../../../shared/ui/styles/views.css?inline';
import { viewMessages } from './views.messages.ts';

const KEYS = [
  ['j', 'next'],
  ['k', 'previous'],
  ['Enter', 'open'],
  ['e', 'complete'],
  ['a', 'assign'],
  ['c', 'claim'],
  ['/', 'search'],
  ['?', 'help'],
] as const;

/** Keyboard shortcuts of the inbox. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  useStyles(styles);
  const words = useMessages(viewMessages);
  return (
    <Dialog title={words('keys')} onClose={onClose}>
      <dl className="keys">
        {KEYS.map(([key, name]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{words(`key.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <p className="s muted">{words('keys.where')}</p>
    </Dialog>
  );
}
