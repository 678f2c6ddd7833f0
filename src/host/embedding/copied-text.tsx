import { ClipboardCheck, Copy } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { useCopy } from '../../shared/ui/use-copy.ts';

interface Props {
  readonly label: string;
  readonly text: string;
  readonly t: (key: 'copy' | 'copied' | 'marked') => string;
}

/** Text with a copy button. If the browser denies clipboard access, the text is selected instead. */
export function CopiedText({ label, text, t }: Props): ReactNode {
  const id = useId();
  const { box, state, copy } = useCopy<HTMLPreElement>(text);

  return (
    <div className="stack emb-copied">
      <div className="row">
        <span className="label grow" id={id}>
          {label}
        </span>
        <Button
          small
          icon={state === 'copied' ? ClipboardCheck : Copy}
          aria-describedby={id}
          onClick={() => void copy()}
        >
          {t(state === 'copied' ? 'copied' : 'copy')}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section className="emb-code" tabIndex={0} aria-labelledby={id}>
        <pre ref={box} className="mono">
          {text}
        </pre>
      </section>
      <span className="xs muted" role="status">
        {state === 'marked' && t('marked')}
        {state === 'copied' && <span className="sr">{t('copied')}</span>}
      </span>
    </div>
  );
}
