import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { LANGUAGES, type LanguageId } from '../../shared/contracts/constants.ts';
import type { EmbedBuild } from '../../shared/contracts/embed-build.ts';
import { LANGUAGE_NAMES, useLanguage, useMessages } from '../../shared/locale/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ChoiceControl } from '../../shared/ui/choice-control.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Field, FieldNote } from '../../shared/ui/field.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { chooseLanguage } from '../display.ts';
import { DocumentWidget } from '../document-widget.tsx';
import { Logo } from '../frame/logo.tsx';
import { loadBuild } from './embed-build.ts';
import { pageCodeMessages } from './page-code.messages.ts';
import { PageCode } from './page-code.tsx';
import './embedding.css';

type State = { readonly status: 'loading' | 'failed' } | { readonly status: 'ready'; readonly build: EmbedBuild };

/** Elements with a translated name. */
const NAMED = [
  'verva-inbox',
  'verva-task-form',
  'verva-tasks',
  'verva-mass-action',
  'verva-delegation-editor',
  'verva-manual-reader',
  'verva-records',
  'verva-profile',
  'verva-notifications',
  'verva-settings-dropdowns',
  'verva-settings-groups',
  'verva-settings-departments',
  'verva-settings-users',
  'verva-settings-tags',
  'verva-settings-companies',
  'verva-settings-dimensions',
] as const;

/** `/embed/`: public page with the embed code. */
export function SnippetPage({ load: loadOwn = loadBuild }: { readonly load?: typeof loadBuild }): ReactNode {
  useSignals();
  const t = useMessages(pageCodeMessages);
  const language = useLanguage();
  const [state, setState] = useState<State>({ status: 'loading' });
  const load = useCallback(() => {
    setState({ status: 'loading' });
    loadOwn().then(
      (build) => setState({ status: 'ready', build }),
      () => setState({ status: 'failed' }),
    );
  }, [loadOwn]);
  useEffect(load, [load]);
  useEffect(() => {
    document.title = `${t('title')} · Verva`;
  }, [t]);
  return (
    <DocumentWidget>
      <div className="emb-public">
        <header className="row">
          <span className="wordmark">
            <Logo size={28} />
            Verva
          </span>
          <span className="grow" />
          <select
            className="control emb-speaks"
            aria-label={t('speaks')}
            value={language}
            onChange={({ target }) => chooseLanguage(target.value as LanguageId)}
          >
            <Languages />
          </select>
        </header>
        <main className="page emb-page">
          <h1>{t('title')}</h1>
          <p className="second">{t('about')}</p>
          {state.status === 'loading' && <Skeleton rows={8} />}
          {state.status === 'failed' && (
            <EmptyState mark="failed" title={t('failed')}>
              <Button onClick={load}>{t('retry')}</Button>
            </EmptyState>
          )}
          {state.status === 'ready' && <Choice build={state.build} />}
        </main>
      </div>
    </DocumentWidget>
  );
}

function Choice({ build }: { readonly build: EmbedBuild }): ReactNode {
  const t = useMessages(pageCodeMessages);
  const own = useLanguage();
  const [tags, setTags] = useState<readonly string[]>(['verva-inbox']);
  const [chosen, setChosen] = useState<LanguageId | null>(null);
  const language = chosen ?? own;
  const all = Object.keys(build.elements);
  const nameOf = (tag: string) => {
    const named = NAMED.find((one) => one === tag);
    return named ? t(named) : tag;
  };
  return (
    <div className="card emb-card">
      <fieldset className="stack emb-scopes" aria-describedby="emb-none">
        <legend className="label">{t('elements')}</legend>
        <div className="emb-elements">
          {all.map((tag) => (
            <ChoiceControl
              key={tag}
              label={nameOf(tag)}
              hint={<code className="mono">&lt;{tag}&gt;</code>}
              checked={tags.includes(tag)}
              onChange={(isChecked) => setTags(all.filter((one) => (one === tag ? isChecked : tags.includes(one))))}
            />
          ))}
        </div>
        <FieldNote id="emb-none" error={tags.length === 0 ? t('elements.none') : undefined} announces />
      </fieldset>
      <Field label={t('language')} className="emb-language">
        {(control) => (
          <select
            {...control}
            className="control"
            value={language}
            onChange={({ target }) => setChosen(target.value as LanguageId)}
          >
            <Languages />
          </select>
        )}
      </Field>
      {tags.length > 0 && <PageCode build={build} tags={tags} language={language} />}
    </div>
  );
}

function Languages(): ReactNode {
  return LANGUAGES.map((id) => (
    <option key={id} value={id}>
      {LANGUAGE_NAMES[id]}
    </option>
  ));
}
