import { useSignals } from '@preact/signals-react/runtime';
import { Columns2, PenLine } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { languageName } from '../../../shared/contracts/language-name.ts';
import type { ManualVersion } from '../../../shared/contracts/manual-authoring.contract.ts';
import { formatDayAndTime, useLanguage } from '../../../shared/locale/index.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { showProblem } from '../../../shared/ui/show-problem.ts';
import { showSnack } from '../../../shared/ui/snackbar.ts';
import { useMobile } from '../../../shared/ui/use-media.ts';
import { draftOf } from '../manual.store.ts';
import { useManual } from '../manual-context.ts';
import { LanguageBar } from './language-bar.tsx';
import { TextPane } from './text-pane.tsx';
import { languagesOf } from './texts.ts';

/** Texts of the draft; without a draft, those of the current version, read-only. */
export function TextTab(): ReactNode {
  const { versions, mayWrite, store, t } = useManual();
  const version = draftOf(versions) ?? versions[0];
  if (!version) {
    return (
      <EmptyState title={t('text.noVersion')}>
        {mayWrite && <Button onClick={() => void store.beginDraft().catch(showProblem)}>{t('draft.begin')}</Button>}
      </EmptyState>
    );
  }
  return <VersionTexts key={`${version.number} ${version.state}`} version={version} />;
}

function VersionTexts({ version }: { readonly version: ManualVersion }): ReactNode {
  useSignals();
  const { manual, store, openTexts, mayWrite, languages, t } = useManual();
  const mobile = useMobile();
  const page = useLanguage();
  const written = version.languages.map(({ languageId }) => languageId);
  const [current, setCurrent] = useState(() => (written.includes(page) ? page : manual.fallbackLanguageId));
  const [beside, setBeside] = useState<string | null>(null);
  const canWrite = mayWrite && version.state === 'draft';
  const { number, state } = version;
  const { texts, show, hide } = useMemo(() => openTexts.of({ number, state }), [openTexts, number, state]);

  useEffect(() => {
    show();
    return () => {
      void hide().then((isSaved) => {
        if (!isSaved) showSnack({ text: t('text.unsaved'), color: 'red' });
      });
      store.saving.value = null;
    };
  }, [show, hide, store, t]);
  const saving = canWrite ? texts.saving() : null;
  useEffect(() => {
    store.saving.value = saving;
  }, [store, saving]);

  const other = beside !== null && beside !== current && !mobile ? beside : null;
  const older = languagesOf(version, languages).filter(({ mark }) => mark === 'older');
  return (
    <div className="mn-texts">
      <div className="mn-bar">
        <LanguageBar label={t('languages')} version={version} current={current} onChoose={setCurrent} t={t} />
        {!mobile && (
          <Button
            small
            kind="ghost"
            icon={Columns2}
            aria-pressed={other !== null}
            onClick={() => setBeside(other ? null : ([...written, ...languages].find((id) => id !== current) ?? null))}
          >
            {t('text.beside')}
          </Button>
        )}
        {other && (
          <LanguageBar label={t('languages.beside')} version={version} current={other} onChoose={setBeside} t={t} />
        )}
        <span className="grow" />
        {older.length > 0 && (
          <span className="badge amber">
            {t('text.older', { languages: older.map(({ id }) => languageName(id)).join(', ') })}
          </span>
        )}
      </div>
      {version.state === 'scheduled' && (
        <Banner>{t('text.scheduled', { when: version.publishAt ? formatDayAndTime(version.publishAt) : '' })}</Banner>
      )}
      {mayWrite && (version.state === 'released' || version.state === 'retired') && (
        <Banner
          action={
            <Button small icon={PenLine} onClick={() => void store.beginDraft().catch(showProblem)}>
              {t('draft.begin')}
            </Button>
          }
        >
          {t('text.fixed', { number })}
        </Banner>
      )}
      <div className={other ? 'mn-panes is-double' : 'mn-panes'}>
        <TextPane
          key={current}
          texts={texts}
          languageId={current}
          written={written.filter((id) => id !== current)}
          mayWrite={canWrite}
          isNarrow={other !== null || mobile}
        />
        {other && (
          <TextPane
            key={other}
            texts={texts}
            languageId={other}
            written={written.filter((id) => id !== other)}
            mayWrite={canWrite}
            isNarrow
          />
        )}
      </div>
    </div>
  );
}
