import { useSignals } from '@preact/signals-react/runtime';
import { ArrowLeft, Ban, Check, CircleCheck, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useAuditItem } from '../../shared/administration/audit-item.ts';
import { useMayEdit } from '../../shared/administration/editing.tsx';
import type { call } from '../../shared/api/index.ts';
import type { DimensionValueRow } from '../../shared/contracts/dimensions.contract.ts';
import type { Dimension } from '../../shared/contracts/reference-data.contract.ts';
import { useWidget } from '../../shared/element/index.ts';
import { RecordTable } from '../../shared/records/record-table.tsx';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { FormUsesPanel } from '../../shared/ui/form-uses.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { SearchBox } from '../../shared/ui/search-box.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { ActiveStatus } from './active-status.tsx';
import { createDimensionStore, valuesOf } from './dimension.store.ts';
import type { DimensionsStore } from './dimensions.store.ts';
import type { DimensionsText } from './dimensions-text.ts';
import { type ValueAction, valueColumns } from './value-columns.tsx';

const DimensionDialog = containedPart(() => import('./dimension-dialog.tsx'), 'DimensionDialog');
const ValueDialog = containedPart(() => import('./value-dialog.tsx'), 'ValueDialog');
const RemoveDimensionDialog = containedPart(() => import('./remove-dimension-dialog.tsx'), 'RemoveDimensionDialog');
const RemoveValueDialog = containedPart(() => import('./remove-value-dialog.tsx'), 'RemoveValueDialog');

interface Props {
  readonly id: string;
  readonly send: typeof call;
  readonly store: DimensionsStore;
  readonly onLeave: () => void;
  readonly t: DimensionsText;
}

/** The dialog above the editor; without a value a new one is created. */
type Over =
  | { readonly kind: 'edit' | 'remove' }
  | { readonly kind: 'value'; readonly value: DimensionValueRow | null; readonly below: DimensionValueRow | null }
  | { readonly kind: 'removeValue'; readonly value: DimensionValueRow };

/** One dimension: its name and status, the forms that use it, and its values. */
export function DimensionEditor({ id, send, store, onLeave, t }: Props): ReactNode {
  useSignals();
  const [over, setOver] = useState<Over | null>(null);
  const mayEdit = useMayEdit();
  const editor = useMemo(() => createDimensionStore({ send, id }), [send, id]);
  useEffect(() => {
    void editor.load();
    void editor.values.load();
    return editor.stop;
  }, [editor]);
  const state = editor.state.value;
  if (state.status === 'loading') return <Skeleton rows={8} />;
  if (state.status === 'failed') {
    return (
      <EmptyState mark="failed" title={t(state.code === 'dimension.not_found' ? 'gone' : 'failed')}>
        <div className="row">
          <Button onClick={onLeave}>{t('back')}</Button>
          <Button onClick={() => void editor.load()}>{t('retry')}</Button>
        </div>
      </EmptyState>
    );
  }
  const { dimension, uses } = state;
  const close = () => setOver(null);

  async function carryOut(change: Promise<unknown>, done: string): Promise<void> {
    try {
      await change;
      showSnack({ text: done, icon: Check });
    } catch (error) {
      showProblem(error);
    }
    await editor.load();
  }

  const setActive = (active: boolean) => {
    const { name, code } = dimension;
    const done = t(active ? 'activated' : 'deactivated', { name });
    void carryOut(store.update(dimension, { name, code, active }), done);
  };
  const setValueActive = (value: DimensionValueRow, active: boolean) => {
    const done = t(active ? 'activated' : 'deactivated', { name: value.name });
    void carryOut(editor.saveValue(value, { ...valuesOf(value), active }), done);
  };
  const act = (value: DimensionValueRow, action: ValueAction) => {
    if (action === 'edit') setOver({ kind: 'value', value, below: null });
    else if (action === 'add') setOver({ kind: 'value', value: null, below: value });
    else if (action === 'remove') setOver({ kind: 'removeValue', value });
    else setValueActive(value, action === 'activate');
  };
  const add = mayEdit && (
    <Button kind="primary" icon={Plus} onClick={() => setOver({ kind: 'value', value: null, below: null })}>
      {t('create.value')}
    </Button>
  );
  return (
    <div className="detail">
      <header className="detail-head">
        <Head
          dimension={dimension}
          onLeave={onLeave}
          onEdit={() => setOver({ kind: 'edit' })}
          onRemove={() => setOver({ kind: 'remove' })}
          onActive={setActive}
          t={t}
        />
        <FormUsesPanel uses={uses} unused={t('unused')} />
        <div className="row wrap tools">
          <span className="grow" />
          <search>
            <SearchBox
              label={t('search.values')}
              value={editor.values.asked.value.q}
              onSearch={(q) => void editor.values.ask({ q })}
            />
          </search>
          <span className="row">{add}</span>
        </div>
      </header>
      <RecordTable
        wide
        store={editor.values}
        label={t('values')}
        fixed={['dimension']}
        columns={valueColumns(mayEdit ? act : null, t)}
        empty={<EmptyState title={t('noValues')} text={mayEdit ? t('noValues.more') : undefined} />}
      />
      <Suspense>
        {over?.kind === 'edit' && (
          <DimensionDialog
            dimension={dimension}
            store={store}
            onClose={() => {
              close();
              void editor.load();
            }}
            t={t}
          />
        )}
        {over?.kind === 'remove' && (
          <RemoveDimensionDialog
            dimension={dimension}
            editor={editor}
            store={store}
            onDeactivate={() => setActive(false)}
            onClose={(isDone) => {
              close();
              if (isDone) onLeave();
              else void editor.load();
            }}
            t={t}
          />
        )}
        {over?.kind === 'value' && (
          <ValueDialog value={over.value} below={over.below} editor={editor} onClose={close} t={t} />
        )}
        {over?.kind === 'removeValue' && (
          <RemoveValueDialog
            value={over.value}
            editor={editor}
            onDeactivate={() => setValueActive(over.value, false)}
            onClose={close}
            t={t}
          />
        )}
      </Suspense>
    </div>
  );
}

interface HeadProps {
  readonly dimension: Dimension;
  readonly onLeave: () => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  readonly onActive: (active: boolean) => void;
  readonly t: DimensionsText;
}

function Head({ dimension: { id, name, code, active }, onLeave, onEdit, onRemove, onActive, t }: HeadProps): ReactNode {
  const label = t('actionsOf', { name });
  const widget = useWidget();
  const auditItem = useAuditItem('dimension', (query) => widget.ask('verva-audit-opened', { query }));
  const mayEdit = useMayEdit();
  return (
    <div className="row head">
      <IconButton className="only-mobile" icon={ArrowLeft} label={t('back')} onClick={onLeave} />
      <div className="stack grow">
        <h2 className="t1 cut">{name}</h2>
        <p className="s muted row wrap">
          <span className="mono">{code}</span>
          <ActiveStatus active={active} t={t} />
        </p>
      </div>
      {mayEdit && (
        <Menu
          label={label}
          align="end"
          items={[
            { id: 'edit', label: t('edit'), icon: Pencil, onSelect: onEdit },
            {
              id: 'active',
              label: t(active ? 'deactivate' : 'activate'),
              icon: active ? Ban : CircleCheck,
              onSelect: () => onActive(!active),
            },
            ...auditItem(id),
            { id: 'remove', label: t('remove.ask'), icon: Trash2, danger: true, begins: true, onSelect: onRemove },
          ]}
          trigger={(button) => <IconButton icon={Ellipsis} label={label} {...button} />}
        />
      )}
    </div>
  );
}
