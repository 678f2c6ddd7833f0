import { type ReactNode, useState } from 'react';
import type { ManualVersion } from '../../../shared/contracts/manual-authoring.contract.ts';
import { getManualDifference, type ManualChange } from '../../../shared/contracts/manuals.contract.ts';
import { useLoaded } from '../../../shared/lists/use-loaded.ts';
import { RetryBanner } from '../../../shared/ui/retry-banner.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { useManual } from '../manual-context.ts';
import { ManualHtml } from '../manual-html.tsx';
import { LanguageBar } from '../text/language-bar.tsx';

interface Props {
  readonly version: ManualVersion;
  /** Number of the version to compare with. */
  readonly since: number;
}

/** Differences from the previous version, by block; unchanged blocks are collapsed with their count. */
export function Difference({ version, since }: Props): ReactNode {
  const { send, manual, t } = useManual();
  const first = version.languages.find(({ unchanged }) => !unchanged) ?? version.languages[0];
  const [language, setLanguage] = useState(first?.languageId ?? manual.fallbackLanguageId);
  const [state, retry] = useLoaded(`${version.number} ${since} ${language}`, (signal) =>
    send(getManualDifference, {
      params: { id: manual.id },
      query: { number: version.number, since, language },
      signal,
    }),
  );
  return (
    <section className="mn-difference" aria-label={t('difference', { number: since })}>
      <div className="row wrap">
        <h3 className="t3 grow">{t('difference', { number: since })}</h3>
        <LanguageBar
          label={t('languages')}
          version={version}
          current={language}
          onChoose={setLanguage}
          onlyWritten
          t={t}
        />
      </div>
      {state.status === 'loading' && <Skeleton rows={4} label={t('loading')} />}
      {state.status === 'failed' && <RetryBanner error={state.error} onRetry={retry} label={t('retry')} />}
      {state.status === 'ready' && (
        <>
          <p className="s muted">
            {t('difference.count', { count: state.value.changes, minutes: state.value.minutes })}
          </p>
          <Blocks blocks={state.value.blocks} />
        </>
      )}
    </section>
  );
}

type Part = { readonly same: number; readonly key: string } | ManualChange;

/** Unchanged blocks as one line. */
function folded(blocks: readonly ManualChange[]): readonly Part[] {
  const parts: Part[] = [];
  for (const block of blocks) {
    const last = parts.at(-1);
    if (block.kind !== 'same') parts.push(block);
    else if (last && 'same' in last) parts[parts.length - 1] = { ...last, same: last.same + 1 };
    else parts.push({ same: 1, key: block.id });
  }
  return parts;
}

function Blocks({ blocks }: { readonly blocks: readonly ManualChange[] }): ReactNode {
  const { t, pictures } = useManual();
  return (
    <div className="mn-text mn-blocks">
      {folded(blocks).map((part) =>
        'same' in part ? (
          <p key={`same ${part.key}`} className="mn-same xs muted">
            {t('difference.same', { count: part.same })}
          </p>
        ) : (
          <div key={`${part.kind} ${part.id}`} className={`mn-block ${part.kind}`}>
            <span className="xs mn-kind">{t(`difference.${part.kind}`)}</span>
            <ManualHtml html={part.html} pictures={pictures} />
          </div>
        ),
      )}
    </div>
  );
}
