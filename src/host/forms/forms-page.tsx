import { useSignals } from '@preact/signals-react/runtime';
import { Download, Ellipsis, FileUp, Pencil, Plus, RotateCcw, Trash2 } from 'lucide-react';
import { type ComponentProps, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { call } from '../../shared/api/index.ts';
import type { Form } from '../../shared/contracts/forms.contract.ts';
import { useStyles } from '../../shared/element/use-styles.ts';
import { textOf } from '../../shared/forms/index.ts';
import {
  formatDayAndTime,
  type Messages,
  type Translate,
  useLanguage,
  useMessages,
} from '../../shared/locale/index.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { showSnack } from '../../shared/ui/snackbar.ts';
import table from '../../shared/ui/styles/table.css?inline';
import type { ImportFormDialog as Importing } from '../builder/panels/import-dialog.tsx';
import { DocumentWidget } from '../document-widget.tsx';
import { filterAddress, useListAddress } from '../list-address.ts';
import { ListPage } from '../list-page.tsx';
import { saveJson } from '../save-json.ts';
import { formsMessages } from './forms.messages.ts';
import { ALL_IN_USE, createForms, type FormFilter, type FormsStore, KINDS, readForm } from './forms.store.ts';
import type { NewFormDialogProps } from './new-form-dialog.tsx';
import type { RetireDialogProps } from './retire-dialog.tsx';
import './forms.css';

/** Translates the texts of the list of forms. */
type FormsText = typeof formsMessages extends Messages<infer Key> ? Translate<Key> : never;

const NewFormDialog = containedPart<'NewFormDialog', NewFormDialogProps>(
  () => import('./new-form-dialog.tsx'),
  'NewFormDialog',
);
const ImportFormDialog = containedPart<'ImportFormDialog', ComponentProps<typeof Importing>>(
  () => import('../builder/panels/import-dialog.tsx'),
  'ImportFormDialog',
);
const RetireDialog = containedPart<'RetireDialog', RetireDialogProps>(
  () => import('./retire-dialog.tsx'),
  'RetireDialog',
);

const STATE_CHOICES: readonly Exclude<FormFilter['state'], ''>[] = ['active', 'changed', 'unpublished', 'inactive'];
const ADDRESS = filterAddress(ALL_IN_USE, { kind: ['', ...KINDS], state: ['', ...STATE_CHOICES] });

const builderPath = (id: string): string => `/settings/formbuilder?formId=${encodeURIComponent(id)}`;

type Open =
  | { readonly what: 'import' }
  | { readonly what: 'new'; readonly copyOf: Form | null }
  | { readonly what: 'out'; readonly form: Form }
  | null;

/** List of forms (PRV-05), with links to the builder. */
export function FormsPage({ send = call }: { readonly send?: typeof call }): ReactNode {
  return (
    <DocumentWidget>
      <Forms send={send} />
    </DocumentWidget>
  );
}

function Forms({ send }: { readonly send: typeof call }): ReactNode {
  useStyles(table);
  useSignals();
  const t = useMessages(formsMessages);
  const [, navigate] = useLocation();
  const search = useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: later addresses change the filter of the same list
  const store = useMemo(() => createForms({ send, filter: ADDRESS.read(search) }), [send]);
  useListAddress(ADDRESS, store.filter.value, store.narrow);
  const [open, setOpen] = useState<Open>(null);
  useEffect(() => {
    void store.load();
    return store.stop;
  }, [store]);
  const list = store.list.value;
  const { q, kind, state } = store.filter.value;
  const create = (
    <Button kind="primary" icon={Plus} onClick={() => setOpen({ what: 'new', copyOf: null })}>
      {t('create')}
    </Button>
  );
  const isFiltered = q !== '' || kind !== '' || state !== 'active';
  return (
    <ListPage
      className="forms-page"
      toolsClass="forms-tools"
      q={q}
      onSearch={(q) => store.narrow({ q })}
      tools={
        <>
          <select
            className="control"
            aria-label={t('kind')}
            value={kind}
            onChange={(event) => store.narrow({ kind: event.target.value as FormFilter['kind'] })}
          >
            <option value="">{t('kind.all')}</option>
            {KINDS.map((one) => (
              <option key={one} value={one}>
                {t(`kind.${one}`)}
              </option>
            ))}
          </select>
          <select
            className="control"
            aria-label={t('state')}
            value={state}
            onChange={(event) => store.narrow({ state: event.target.value as FormFilter['state'] })}
          >
            <option value="">{t('state.all')}</option>
            {STATE_CHOICES.map((one) => (
              <option key={one} value={one}>
                {t(`state.${one}`)}
              </option>
            ))}
          </select>
          <span className="grow" />
          <Button icon={FileUp} onClick={() => setOpen({ what: 'import' })}>
            {t('import')}
          </Button>
          {create}
        </>
      }
      list={list}
      onLoad={store.load}
      onMore={store.more}
      empty={
        <EmptyState title={t(isFiltered ? 'nothingFound' : 'empty')} text={isFiltered ? undefined : t('empty.more')}>
          {!isFiltered && create}
        </EmptyState>
      }
      items={(items) => <FormTable store={store} items={items} onOpen={setOpen} t={t} />}
      t={t}
    >
      <Suspense>
        {open?.what === 'new' && (
          <NewFormDialog
            store={store}
            copyOf={open.copyOf}
            onClose={(id) => {
              setOpen(null);
              if (id !== undefined) navigate(builderPath(id));
            }}
          />
        )}
        {open?.what === 'import' && (
          <ImportFormDialog
            send={send}
            onClose={() => setOpen(null)}
            onCreated={({ id }) => navigate(builderPath(id))}
          />
        )}
        {open?.what === 'out' && <RetireDialog store={store} form={open.form} onClose={() => setOpen(null)} />}
      </Suspense>
    </ListPage>
  );
}

interface TableProps {
  readonly store: FormsStore;
  readonly items: readonly Form[];
  readonly onOpen: (open: Open) => void;
  readonly t: FormsText;
}

function FormTable({ store, items, onOpen, t }: TableProps): ReactNode {
  const language = useLanguage();
  return (
    <div className="card forms-table">
      <table className="tbl">
        <thead>
          <tr>
            <th scope="col">{t('title')}</th>
            <th scope="col">{t('id')}</th>
            <th scope="col" className="forms-kind">
              {t('kind')}
            </th>
            <th scope="col">{t('version')}</th>
            <th scope="col" className="forms-updated">
              {t('updated')}
            </th>
            <th scope="col" className="forms-act">
              <span className="sr">{t('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((form) => (
            <tr key={form.id}>
              <td className="forms-title">
                <Link href={builderPath(form.id)} className="strong">
                  {textOf(form.title, language) || form.id}
                </Link>
              </td>
              <td className="mono forms-id">{form.id}</td>
              <td>{t(`kind.${form.kind}`)}</td>
              <td>
                <span className="row row-6">
                  {form.published === null ? (
                    <span className="muted">{t('never')}</span>
                  ) : (
                    t('number', { number: form.published })
                  )}
                  {!form.active && <span className="badge">{t('inactive')}</span>}
                  {form.active && form.published !== null && form.changed && (
                    <span className="badge amber">{t('changed')}</span>
                  )}
                </span>
              </td>
              <td className="forms-when">{formatDayAndTime(form.updated)}</td>
              <td className="forms-act">
                <More store={store} form={form} onOpen={onOpen} t={t} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface MoreProps extends Omit<TableProps, 'items'> {
  readonly form: Form;
}

function More({ store, form, onOpen, t }: MoreProps): ReactNode {
  const language = useLanguage();
  const [, navigate] = useLocation();
  const file = useRef<HTMLInputElement>(null);
  const name = textOf(form.title, language) || form.id;
  const reportResult = (work: Promise<unknown>, done?: string) =>
    void work.then(() => done && showSnack({ text: done }), showProblem);
  const take = async (chosen: File) => {
    const read = readForm(await chosen.text());
    if (read.status !== 'read') showSnack({ text: t(`file.${read.status}`), color: 'red' });
    else reportResult(store.upload(form, read.body), t('uploaded', { name }));
  };
  return (
    <>
      <input
        ref={file}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label={t('upload')}
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          if (chosen) void take(chosen);
          event.target.value = '';
        }}
      />
      <Menu
        label={t('more.of', { name })}
        align="end"
        items={[
          { id: 'open', label: t('open'), icon: Pencil, onSelect: () => navigate(builderPath(form.id)) },
          { id: 'copy', label: t('copy'), icon: Plus, onSelect: () => onOpen({ what: 'new', copyOf: form }) },
          {
            id: 'download',
            label: t('download'),
            icon: Download,
            begins: true,
            onSelect: () => reportResult(store.draftOf(form.id).then((body) => saveJson(body, `${form.id}.json`))),
          },
          { id: 'upload', label: t('upload'), icon: FileUp, onSelect: () => file.current?.click() },
          form.active
            ? {
                id: 'out',
                label: t('takeOut'),
                icon: Trash2,
                danger: true,
                begins: true,
                onSelect: () => onOpen({ what: 'out', form }),
              }
            : {
                id: 'in',
                label: t('takeIn'),
                icon: RotateCcw,
                begins: true,
                onSelect: () => reportResult(store.takeIn(form), t('takenIn', { name })),
              },
        ]}
        trigger={(button) => <IconButton {...button} small icon={Ellipsis} label={t('more.of', { name })} />}
      />
    </>
  );
}
