import { useSignals } from '@preact/signals-react/runtime';
import { Eye, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { problemText } from '../../../shared/api/problem-text.ts';
import { languageName } from '../../../shared/contracts/language-name.ts';
import { formatNumber } from '../../../shared/locale/index.ts';
import { readingMinutes } from '../../../shared/manual-html/words.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { containedPart } from '../../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { showProblem } from '../../../shared/ui/show-problem.ts';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { showSnack } from '../../../shared/ui/snackbar.ts';
import { useManual } from '../manual-context.ts';
import { ManualHtml } from '../manual-html.tsx';
import { Attachments } from './attachments.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import type { TextStore } from './text.store.ts';
import type { Texts } from './texts.ts';

const ManualEditor = containedPart(() => import('../editor/manual-editor.tsx'), 'ManualEditor');

interface Props {
  readonly texts: Texts;
  readonly languageId: string;
  /** Languages whose text can be copied as a start. */
  readonly written: readonly string[];
  readonly mayWrite: boolean;
  readonly isNarrow: boolean;
}

/** One language of a version, as editor or as preview. */
export function TextPane({ texts, languageId, written, mayWrite, isNarrow }: Props): ReactNode {
  useSignals();
  const { t } = useManual();
  const text = texts.of(languageId);
  const state = text.state.value;
  if (state.status === 'loading') return <Skeleton rows={8} label={t('loading')} />;
  if (state.status === 'failed') {
    return (
      <EmptyState mark="failed" title={t('text.failed')}>
        <Button onClick={() => void text.load()}>{t('retry')}</Button>
      </EmptyState>
    );
  }
  if (state.status === 'absent') {
    return <MissingText text={text} texts={texts} written={written} mayWrite={mayWrite} />;
  }
  return <Written key={languageId} text={text} first={state.text.html} mayWrite={mayWrite} isNarrow={isNarrow} />;
}

interface MissingTextProps extends Pick<Props, 'texts' | 'written' | 'mayWrite'> {
  readonly text: TextStore;
}

function MissingText({ text, texts, written, mayWrite }: MissingTextProps): ReactNode {
  const { t } = useManual();
  const language = languageName(text.languageId);
  const begin = async (from?: string) => {
    if (from === undefined) return text.begin();
    const other = texts.of(from);
    await other.save();
    if (other.state.peek().status !== 'ready') await other.load();
    return text.begin({ title: other.title.peek(), html: other.html() });
  };
  return (
    <EmptyState title={t('text.absent', { language })} text={mayWrite ? t('text.absent.more') : undefined}>
      {mayWrite && (
        <div className="row wrap">
          <Button kind="primary" onClick={() => void begin().catch(showProblem)}>
            {t('text.begin')}
          </Button>
          {written.map((from) => (
            <Button key={from} onClick={() => void begin(from).catch(showProblem)}>
              {t('text.beginFrom', { language: languageName(from) })}
            </Button>
          ))}
        </div>
      )}
    </EmptyState>
  );
}

interface WrittenProps extends Pick<Props, 'mayWrite' | 'isNarrow'> {
  readonly text: TextStore;
  /** Text from the server; a new value replaces the editor's content. */
  readonly first: string;
}

function Written({ text, first, mayWrite, isNarrow }: WrittenProps): ReactNode {
  useSignals();
  const { t, pictures } = useManual();
  const [begun] = useState(() => ({ server: first, html: text.html() }));
  const [words, setWords] = useState(0);
  const [isPreview, setPreview] = useState(!mayWrite);
  const { languageId } = text;
  const language = languageName(languageId);
  const removed = text.removed.value;
  const saving = text.saving.value;
  const title = text.title.value;
  const html = first === begun.server ? begun.html : first;

  const remove = async () => {
    await text.save();
    const kept = { title: text.title.peek(), html: text.html() };
    await text.remove();
    const undo = () => void text.begin(kept).catch(showProblem);
    showSnack({ text: t('text.removed', { language }), action: { label: t('undo'), onSelect: undo }, timeout: 10_000 });
  };
  return (
    <section className="mn-pane" aria-label={language}>
      <div className="mn-pane-head">
        <span className="strong s">{language}</span>
        <span className="xs muted grow">
          {words > 0 && t('text.length', { words: formatNumber(words), minutes: readingMinutes(words, languageId) })}
        </span>
        {mayWrite && (
          <Button small kind="ghost" icon={isPreview ? Pencil : Eye} onClick={() => setPreview(!isPreview)}>
            {t(isPreview ? 'text.write' : 'text.preview')}
          </Button>
        )}
        {mayWrite && (
          <IconButton
            small
            icon={Trash2}
            label={t('text.remove', { language })}
            onClick={() => void remove().catch(showProblem)}
          />
        )}
      </div>
      {saving.status === 'failed' && (
        <Banner
          tone="red"
          action={
            <Button small onClick={() => void text.save()}>
              {t('retry')}
            </Button>
          }
        >
          {t('text.notSaved', { why: problemText(saving.error) })}
        </Banner>
      )}
      {removed.length > 0 && (
        <Banner
          tone="amber"
          action={
            <Button
              small
              kind="ghost"
              onClick={() => {
                text.removed.value = [];
              }}
            >
              {t('understood')}
            </Button>
          }
        >
          {t('text.takenOut')}
          <ul className="mn-taken">
            {removed.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </Banner>
      )}
      {isPreview && (
        <article className="mn-paper mn-text" lang={languageId}>
          <h2 className="mn-title">{title || t('untitled')}</h2>
          <ManualHtml html={text.html()} pictures={pictures} />
        </article>
      )}
      {mayWrite && (
        <div className="mn-write" hidden={isPreview}>
          <input
            type="text"
            className="mn-title-input"
            lang={languageId}
            aria-label={t('text.title', { language })}
            placeholder={t('text.title.placeholder')}
            maxLength={300}
            value={title}
            onChange={({ target }) => text.retitle(target.value)}
          />
          <Suspense fallback={<Skeleton rows={6} />}>
            <ManualEditor
              html={html}
              languageId={languageId}
              pictures={pictures}
              isNarrow={isNarrow}
              onChange={text.touched}
              onReady={text.readFrom}
              onWords={setWords}
            />
          </Suspense>
        </div>
      )}
      <Attachments text={text} mayWrite={mayWrite} />
      {saving.status === 'conflict' && <ConflictDialog text={text} theirs={saving.theirs} />}
    </section>
  );
}
