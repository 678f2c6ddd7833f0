import { useSignals } from '@preact/signals-react/runtime';
import { Download, Ellipsis, FileUp, Pencil, Plus, RotateCcw, Trash2 } from 'lucide-react';
import { type ComponentProps, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { call } from '../../shared/api/index.ts';
import type { LanguageId } from '../../shared/contracts/constants.ts';
import type { Form } from '../../shared/contracts/forms.contract.ts';
import { textOf } from '../../shared/forms/definition.ts';
import {
  formatDayAndTime,
  type Messages,
  type Translate,
  useLanguage,
  useMessages,
} from '../../shared/locale/index.ts';
import { printQuestion, readQuestion } from '../../shared/records/index.ts';
import { RecordTable, type TableColumn } from '../../shared/records/record-table.tsx';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { ListPage } from '../../shared/ui/list-page.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { type Status, StatusText } from '../../shared/ui/status-shape.tsx';
import type { ImportFormDialog as Importing } from '../builder/panels/import-dialog.tsx';
import { DocumentWidget } from '../document-widget.tsx';
import { useListAddress } from '../list-address.ts';
import { saveJson } from '../save-json.ts';
import { formsMessages } from './forms.messages.ts';
import { createForms, type FormState, type FormsStore, readForm, stateOf } from './forms.store.ts';
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

const ADDRESS = { read: readQuestion, print: printQuestion };

const SHAPES: Readonly<Record<FormState, Status>> = {
  published: 'active',
  changed: 'notdue',
  unpublished: 'open',
  inactive: 'inactive',
};

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
  useSignals();
  const t = useMessages(formsMessages);
  const language = useLanguage();
  const [, navigate] = useLocation();
  const search = useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: later addresses change what the same list shows
  const store = useMemo(() => createForms({ send, asked: ADDRESS.read(search) }), [send]);
  const { records } = store;
  useListAddress(ADDRESS, records.asked.value, records.askFrom);
  const [open, setOpen] = useState<Open>(null);
  useEffect(() => {
    void records.load();
    return records.close;
  }, [records]);
  const list = records.list.value;
  if (list.status === 'failed' && list.code === 'access.denied') {
    return <LoadFailed code={list.code} onRetry={() => void records.load()} t={t} />;
  }
  const create = (
    <Button kind="primary" icon={Plus} onClick={() => setOpen({ what: 'new', copyOf: null })}>
      {t('create')}
    </Button>
  );
  return (
    <ListPage
      search={{ label: t('search'), q: records.asked.value.q, onSearch: (q) => void records.ask({ q }) }}
      actions={
        <>
          <Button icon={FileUp} onClick={() => setOpen({ what: 'import' })}>
            {t('import')}
          </Button>
          {create}
        </>
      }
    >
      <RecordTable
        wide
        store={records}
        label={t('list')}
        columns={columnsOf(language, t, (form) => <More store={store} form={form} onOpen={setOpen} t={t} />)}
        empty={
          <EmptyState title={t('empty')} text={t('empty.more')}>
            {create}
          </EmptyState>
        }
      />
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

function columnsOf(
  language: LanguageId,
  t: FormsText,
  actions: (form: Form) => ReactNode,
): readonly TableColumn<Form>[] {
  return [
    {
      field: 'title',
      draw: (form) => (
        <Link href={builderPath(form.id)} className="strong cut">
          {textOf(form.title, language) || form.id}
        </Link>
      ),
    },
    { field: 'id', className: 'forms-id', draw: ({ id }) => <span className="mono cut">{id}</span> },
    { field: 'kind', className: 'forms-kind', draw: ({ kind }) => t(`kind.${kind}`) },
    {
      field: 'state',
      className: 'forms-state',
      draw: (form) => {
        const state = stateOf(form);
        return <StatusText status={SHAPES[state]}>{t(`state.${state}`)}</StatusText>;
      },
    },
    {
      field: 'version',
      className: 'forms-version num',
      needsTitle: true,
      draw: ({ published }) => published ?? <span className="muted none">–</span>,
    },
    { field: 'updated', className: 'forms-updated', draw: ({ updated }) => formatDayAndTime(updated) },
    { field: 'actions', title: t('actions'), className: 'forms-actions', isActions: true, draw: actions },
  ];
}

interface MoreProps {
  readonly store: FormsStore;
  readonly form: Form;
  readonly onOpen: (open: Open) => void;
  readonly t: FormsText;
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
