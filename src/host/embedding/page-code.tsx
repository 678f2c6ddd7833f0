import { type ReactNode, useEffect, useId, useState } from 'react';
import type { LanguageId } from '../../shared/contracts/constants.ts';
import {
  bodySnippet,
  type EmbedBuild,
  headSnippet,
  importMap,
  type SnippetChoice,
  scriptSnippet,
} from '../../shared/contracts/embed-build.ts';
import { strictPolicy } from '../../shared/contracts/embed-policy.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { ChoiceControl } from '../../shared/ui/choice-control.tsx';
import { CopiedText } from './copied-text.tsx';
import { policyHash } from './embed-build.ts';
import { pageCodeMessages } from './page-code.messages.ts';

const FORMS = ['pinned', 'newest'] as const;

export interface PageCodeProps {
  /** Null if the server does not provide its build; then only the "latest" code is shown. */
  readonly build: EmbedBuild | null;
  readonly tags: readonly string[];
  readonly language: LanguageId;
}

/** Embed code for a page, pinned to this version or for the latest. */
export function PageCode({ build, tags, language }: PageCodeProps): ReactNode {
  const t = useMessages(pageCodeMessages);
  const id = useId();
  const [wanted, setWanted] = useState<SnippetChoice['form']>('pinned');
  const form = build ? wanted : 'newest';
  const server = location.origin;
  const policy = usePolicy(build, { server, form, tags });
  return (
    <div className="stack spaced">
      <fieldset className="stack emb-scopes">
        <legend className="label">{t('form')}</legend>
        {FORMS.map((one) => (
          <ChoiceControl
            key={one}
            oneOf={id}
            label={t(one)}
            hint={t(`${one}.more`)}
            checked={form === one}
            disabled={!build}
            onChange={() => setWanted(one)}
          />
        ))}
        {!build && <p className="hint">{t('unknown')}</p>}
      </fieldset>
      <CopiedText label={t('head')} text={headSnippet(build, { server, form, tags, language })} t={t} />
      <CopiedText label={t('body')} text={bodySnippet(tags)} t={t} />
      <div className="stack emb-copied">
        <CopiedText label={t('script')} text={scriptSnippet({ server, form })} t={t} />
        <p className="xs muted">{t('script.more')}</p>
      </div>
      <CopiedText label={t('policy')} text={policy} t={t} />
    </div>
  );
}

function usePolicy(build: EmbedBuild | null, { server, form, tags }: Omit<SnippetChoice, 'language'>): string {
  const [hash, setHash] = useState<string | undefined>();
  const map = build && form === 'pinned' ? importMap(build, { server, tags }) : null;
  useEffect(() => {
    let isLatest = true;
    const known = map === null ? Promise.resolve(undefined) : policyHash(map);
    void known.then((value) => isLatest && setHash(value));
    return () => {
      isLatest = false;
    };
  }, [map]);
  return strictPolicy(server, map === null ? undefined : hash);
}
