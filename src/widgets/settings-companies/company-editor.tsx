import { useSignals } from '@preact/signals-react/runtime';
import { ArrowLeft, Check, Ellipsis } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { EditableFields, useMayEdit } from '../../shared/administration/editing.tsx';
import { codeOf } from '../../shared/api/index.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { CommitBar } from '../../shared/ui/commit-bar.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { SaveFailed } from '../../shared/ui/save-failed.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import type { CompaniesStore } from './companies.store.ts';
import { CompanyStatus } from './companies-list.tsx';
import type { CompaniesText } from './companies-text.ts';
import type { CompanyStore } from './company.store.ts';
import { useCompanyActions } from './company-actions.tsx';
import { CompanyFields } from './company-fields.tsx';
import { CompanyLogo } from './company-logo.tsx';
import { LogoField } from './logo-field.tsx';

interface Props {
  readonly company: CompanyStore;
  readonly store: CompaniesStore;
  /** Opens a company, or with null the list. */
  readonly onOpen: (id: string | null) => void;
  readonly t: CompaniesText;
}

/** One company: its name, codes and country, its logo, and whether it can be chosen. */
export function CompanyEditor({ company: editor, store, onOpen, t }: Props): ReactNode {
  useSignals();
  const form = useRef<HTMLFormElement>(null);
  const mayEdit = useMayEdit();
  const state = editor.state.value;
  const values = editor.values.value;
  const actions = useCompanyActions({
    store,
    onChanged: () => editor.refresh().catch(showProblem),
    onDeleted: () => {
      editor.reset();
      onOpen(null);
    },
    t,
  });
  useEffect(() => {
    // What was typed before the list was shown continues.
    if (!editor.isChanged.peek()) void editor.load();
  }, [editor]);
  if (state.status === 'failed') {
    if (state.code !== 'company.not_found') {
      return <LoadFailed code={state.code} onRetry={() => void editor.load()} t={t} />;
    }
    return (
      <EmptyState mark="failed" title={t('gone')}>
        <Button onClick={() => onOpen(null)}>{t('back')}</Button>
      </EmptyState>
    );
  }
  if (state.status === 'loading' || !values) return <Skeleton rows={8} label={t('loading')} />;
  const { company } = state;
  const { name } = company;
  const isChanged = editor.isChanged.value;
  const saving = editor.save.value;
  const failed = saving.status === 'failed' && saving.of === 'company' ? saving.error : undefined;
  const isTaken = failed !== undefined && codeOf(failed) === 'company.code_taken';

  const close = () => {
    if (isChanged) {
      const action = { label: t('open'), onSelect: () => onOpen(company.id) };
      showSnack({ text: t('kept', { name }), color: 'inverse', action });
    }
    onOpen(null);
  };
  const save = async () => {
    if (await editor.submit()) showSnack({ text: t('saved', { name: values.name.trim() }), icon: Check });
    else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };

  return (
    <article className="settings-table" aria-label={name}>
      <header className="settings-head">
        <IconButton icon={ArrowLeft} label={t('back')} onClick={close} />
        <CompanyLogo company={company} size={40} />
        <div className="stack grow">
          <h2 className="t1 cut">{name}</h2>
          <p className="s muted row wrap">
            <span className="mono">{company.code}</span>
            <span>{t('people', { count: company.people })}</span>
            <CompanyStatus active={company.active} t={t} />
          </p>
        </div>
        {mayEdit && (
          <Menu
            label={t('actionsOf', { name })}
            align="end"
            items={actions.menuOf(company)}
            trigger={(button) => <IconButton icon={Ellipsis} label={t('actionsOf', { name })} {...button} />}
          />
        )}
      </header>
      <form
        ref={form}
        className="settings-page"
        noValidate
        aria-label={name}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <EditableFields>
          <div className="settings-scroll">
            <Section title={t('section.company')}>
              <div className="form">
                <CompanyFields
                  values={values}
                  theirs={editor.theirs.value}
                  isTried={editor.isTried.value}
                  codeFault={isTaken ? problemText(failed) : undefined}
                  onChange={editor.type}
                  t={t}
                />
              </div>
            </Section>
            <Section title={t('section.use')}>
              <LogoField company={company} editor={editor} t={t} />
              <label className="tick">
                <input
                  type="checkbox"
                  role="switch"
                  aria-checked={values.active}
                  className="switch"
                  checked={values.active}
                  onChange={({ target }) => editor.type({ active: target.checked })}
                />
                <span className="stack">
                  <span>{t('active')}</span>
                  <span className="hint">{t('active.hint')}</span>
                </span>
              </label>
            </Section>
          </div>
        </EditableFields>
        {mayEdit && (
          <CommitBar
            save={t('save')}
            isChanged={isChanged}
            isSaving={saving.status === 'saving'}
            cancel={isChanged ? { label: t('cancel'), onCancel: editor.reset } : undefined}
          >
            {!isTaken && <SaveFailed error={failed} />}
          </CommitBar>
        )}
      </form>
      {actions.dialog}
    </article>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  const id = useId();
  return (
    <section className="section" aria-labelledby={id}>
      <h3 className="t3" id={id}>
        {title}
      </h3>
      {children}
    </section>
  );
}
