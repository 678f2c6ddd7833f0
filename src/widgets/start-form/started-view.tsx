import { Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Started, StartForm } from '../../shared/contracts/catalogue.contract.ts';
import { useWidget } from '../../shared/element/index.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { useCopy } from '../../shared/ui/use-copy.ts';
import { startFormMessages } from './start-form.messages.ts';

interface Props {
  readonly started: Started;
  readonly form: StartForm;
  /** The page can show requests. */
  readonly mayOpen: boolean;
  readonly onAgain: () => void;
}

/** Confirmation of a start: its number, and who has it now. */
export function StartedView({ started, form, mayOpen, onAgain }: Props): ReactNode {
  const t = useMessages(startFormMessages);
  const widget = useWidget();
  const { box, state, copy } = useCopy<HTMLElement>(started.number);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { instanceId, number, next } = started;
  return (
    <article className="detail start-done">
      <div className="detail-scroll">
        <div className="card start-receipt">
          <span className="start-mark">
            <Icon of={Check} size="l" />
          </span>
          <h1 className="t1" ref={heading} tabIndex={-1}>
            {t('started', { title: form.item.title })}
          </h1>
          {started.title !== form.item.title && <p className="second">{started.title}</p>}
          <p className="row start-number">
            <span className="s second">{t('number')}</span>
            <strong className="t2" ref={box}>
              {number}
            </strong>
            <IconButton icon={Copy} label={t('copy')} onClick={() => void copy()} />
            <span className="s second" role="status">
              {state === 'copied' ? t('copied') : state === 'marked' ? t('marked') : ''}
            </span>
          </p>
          {next.length === 0 ? (
            <p className="second">{t('ended')}</p>
          ) : (
            <div className="stack">
              <h2 className="label">{t('nextStage')}</h2>
              <ul className="plain">
                {next.map(({ name, holder }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two tasks can have the same name, and the list never changes
                  <li key={index}>{holder === null ? name : t('with', { stage: name, holder })}</li>
                ))}
              </ul>
            </div>
          )}
          <div className="row wrap">
            {mayOpen && (
              <Button kind="primary" onClick={() => widget.ask('verva-request-opened', { instanceId })}>
                {t('open')}
              </Button>
            )}
            <Button kind={mayOpen ? 'default' : 'primary'} onClick={onAgain}>
              {t('another')}
            </Button>
            <Button kind="ghost" onClick={() => widget.ask('verva-start-chosen', { item: null })}>
              {t('back')}
            </Button>
          </div>
        </div>
      </div>
    </article>
  );
}
