import type { ReactNode } from 'react';
import { languageName } from '../../../shared/contracts/language-name.ts';
import type { ManualDraftText } from '../../../shared/contracts/manual-authoring.contract.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { useManual } from '../manual-context.ts';
import { ManualHtml } from '../manual-html.tsx';
import type { TextStore } from './text.store.ts';

interface Props {
  readonly text: TextStore;
  readonly theirs: ManualDraftText;
}

/** Save conflict: shows both texts side by side and asks which one to keep. Cannot be dismissed. */
export function ConflictDialog({ text, theirs }: Props): ReactNode {
  const { t, pictures } = useManual();
  const sides = [
    { key: 'mine', title: text.title.peek(), html: text.html() },
    { key: 'theirs', title: theirs.title, html: theirs.html },
  ] as const;
  return (
    <Dialog
      title={t('conflict.title', { language: languageName(text.languageId) })}
      footer={
        <>
          <Button onClick={() => void text.resolve('theirs')}>{t('conflict.theirs')}</Button>
          <Button kind="primary" onClick={() => void text.resolve('mine')}>
            {t('conflict.mine')}
          </Button>
        </>
      }
    >
      <p className="s">{t('conflict.text')}</p>
      <div className="mn-sides">
        {sides.map(({ key, title, html }) => (
          <section key={key} className="mn-side" aria-label={t(`conflict.${key}.label`)}>
            <h3 className="eyebrow">{t(`conflict.${key}.label`)}</h3>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
            <div className="mn-text mn-small" tabIndex={0}>
              <h4 className="strong">{title}</h4>
              <ManualHtml html={html} pictures={pictures} />
            </div>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
