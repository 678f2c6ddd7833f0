import { useSignals } from '@preact/signals-react/runtime';
import { LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { isForeignPage } from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import type { BoxKind, Headers } from './hr-card.store.ts';
import type { SectionProps } from './section-props.ts';

interface Props extends SectionProps {
  readonly box: BoxKind;
  /** Name of what is shown, for the button. */
  readonly title: string;
  readonly children: (headers: Headers) => ReactNode;
}

/**
 * The headers with which the data of a box may be read; null while it is closed. A user's own data needs no box in the
 * application; on other pages, others may see the screen.
 */
export function headersOf({ store, user }: Pick<SectionProps, 'store' | 'user'>, box: BoxKind): Headers | null {
  const opened = store.opened.value[box];
  if (opened) return opened;
  return user.may.needsReason || isForeignPage() ? null : {};
}

/** Pay or health checks: shown after a press, of another user with a reason. */
export function ClosedBox({ box, title, children, ...props }: Props): ReactNode {
  useSignals();
  const { store, user, t } = props;
  const headers = headersOf(props, box);
  if (headers) return children(headers);
  const { needsReason } = user.may;
  return (
    <div className="hr-closed">
      <Icon of={LockKeyhole} />
      <p className="s grow">{needsReason ? t('box.other', { name: user.name }) : t('box.own')}</p>
      <Button
        small
        aria-label={`${t(needsReason ? 'show.reason' : 'show')}: ${title}`}
        onClick={() => (needsReason ? store.edit({ kind: 'reason', box }) : store.open(box, null))}
      >
        {t(needsReason ? 'show.reason' : 'show')}
      </Button>
    </div>
  );
}
