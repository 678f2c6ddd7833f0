import { useSignals } from '@preact/signals-react/runtime';
import { ArrowLeft, Check, Ellipsis, Import, Pencil, Plus, Search, Trash2 } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useAuditItem } from '../../shared/administration/audit-item.ts';
import { useMayEdit } from '../../shared/administration/editing.tsx';
import type { Option } from '../../shared/contracts/dropdowns.contract.ts';
import { useWidget } from '../../shared/element/index.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { ControlBox } from '../../shared/ui/field.tsx';
import { FormUsesPanel } from '../../shared/ui/form-uses.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { showSnack } from '../../shared/ui/snackbar.ts';
import type { DropdownsStore, ReadyDropdown } from './dropdowns.store.ts';
import type { DropdownsText } from './dropdowns-text.ts';
import { matching, missingIn } from './option.rules.ts';
import { OptionTable } from './option-table.tsx';

const DropdownDialog = containedPart(() => import('./dropdown-dialog.tsx'), 'DropdownDialog');
const OptionDialog = containedPart(() => import('./option-dialog.tsx'), 'OptionDialog');
const ImportDialog = containedPart(() => import('./import-dialog.tsx'), 'ImportDialog');
const RemoveDialog = containedPart(() => import('./remove-dialog.tsx'), 'RemoveDialog');

interface Props {
  readonly opened: ReadyDropdown;
  readonly store: DropdownsStore;
  readonly onClose: () => void;
  readonly t: DropdownsText;
}

/** The dialog above the editor. */
type Over =
  | { readonly kind: 'none' }
  | { readonly kind: 'rename' | 'import' | 'remove' }
  /** Null for a new option. */
  | { readonly kind: 'option'; readonly option: Option | null }
  | { readonly kind: 'removeOption'; readonly option: Option };

const NONE: Over = { kind: 'none' };

/** Editor of one dropdown: name, uses and ordered options. */
export function DropdownEditor({ opened, store, onClose, t }: Props): ReactNode {
  useSignals();
  const { id, dropdown, options, uses } = opened;
  const widget = useWidget();
  const auditItem = useAuditItem('dropdown', (query) => widget.ask('verva-audit-opened', { query }));
  const mayEdit = useMayEdit();
  const [over, setOver] = useState<Over>(NONE);
  const [q, setQ] = useState('');
  const [onlyMissing, setOnlyMissing] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const { value: languages } = store.languages;
  const { value: languageIds } = store.languageIds;
  const missing = options.filter((option) => missingIn(option, languageIds).length > 0);
  const isMissing = onlyMissing && missing.length > 0;
  const found = matching(isMissing ? missing : options, q);
  const close = () => setOver(NONE);

  async function move(from: number, to: number): Promise<void> {
    const option = options[from];
    if (!option || to < 0 || to >= options.length || from === to) return;
    try {
      const moving = store.move(id, from, to);
      setAnnouncement(t('moved', { text: option.text, place: to + 1, count: options.length }));
      await moving;
    } catch (error) {
      setAnnouncement('');
      showProblem(error);
    }
  }

  async function setActive(option: Option, active: boolean): Promise<void> {
    try {
      await store.saveOption(id, option, { active });
      showSnack({ text: t(active ? 'activated' : 'deactivated', { text: option.text }), icon: Check });
    } catch (error) {
      showProblem(error);
      void store.open(id);
    }
  }

  return (
    <div className="detail">
      <header className="detail-head">
        <div className="row head">
          <IconButton className="only-mobile" icon={ArrowLeft} label={t('back')} onClick={onClose} />
          <div className="stack grow">
            <h2 className="t1 cut">{dropdown.name}</h2>
            <p className="s muted row wrap">
              <span className="mono">{id}</span>
              {dropdown.description && <span>{dropdown.description}</span>}
            </p>
          </div>
          {mayEdit && (
            <Menu
              label={t('actionsOf', { text: dropdown.name })}
              align="end"
              items={[
                { id: 'rename', label: t('rename'), icon: Pencil, onSelect: () => setOver({ kind: 'rename' }) },
                ...auditItem(id),
                {
                  id: 'remove',
                  label: t('remove'),
                  icon: Trash2,
                  danger: true,
                  onSelect: () => setOver({ kind: 'remove' }),
                },
              ]}
              trigger={(button) => (
                <IconButton icon={Ellipsis} label={t('actionsOf', { text: dropdown.name })} {...button} />
              )}
            />
          )}
        </div>
        <FormUsesPanel uses={uses} unused={t('unused')} />
        <div className="row wrap tools">
          {missing.length > 0 && (
            <button
              type="button"
              className="chip"
              aria-pressed={onlyMissing}
              onClick={() => setOnlyMissing(!onlyMissing)}
            >
              {t('missing', { count: missing.length })}
            </button>
          )}
          <span className="grow" />
          <search>
            <ControlBox>
              <Icon of={Search} />
              <input
                type="search"
                aria-label={t('searchOptions')}
                placeholder={t('searchOptions')}
                autoComplete="off"
                value={q}
                onChange={(event) => {
                  setQ(event.target.value);
                  setAnnouncement('');
                }}
              />
            </ControlBox>
          </search>
          {mayEdit && (
            <span className="row">
              <Button icon={Import} onClick={() => setOver({ kind: 'import' })}>
                {t('import')}
              </Button>
              <Button kind="primary" icon={Plus} onClick={() => setOver({ kind: 'option', option: null })}>
                {t('add')}
              </Button>
            </span>
          )}
        </div>
      </header>
      <p className="sr" role="status">
        {announcement || (q.trim() ? t('foundOptions', { count: found.length }) : '')}
      </p>
      {options.length === 0 && <EmptyState title={t('noOptions')} text={mayEdit ? t('noOptions.more') : undefined} />}
      {options.length > 0 && found.length === 0 && <EmptyState title={t('nothingFound')} />}
      {found.length > 0 && (
        <OptionTable
          options={found}
          languages={languages}
          all={options}
          mayMove={!isMissing && q.trim() === ''}
          onMove={(from, to) => void move(from, to)}
          onEdit={(option) => setOver({ kind: 'option', option })}
          onActive={(option, active) => void setActive(option, active)}
          onRemove={(option) => setOver({ kind: 'removeOption', option })}
          t={t}
        />
      )}
      <Suspense>
        {over.kind === 'rename' && <DropdownDialog dropdown={dropdown} store={store} onClose={close} t={t} />}
        {over.kind === 'import' && <ImportDialog dropdownId={id} store={store} onClose={close} t={t} />}
        {over.kind === 'option' && (
          <OptionDialog
            key={over.option?.id ?? ''}
            dropdownId={id}
            option={over.option}
            shown={found}
            store={store}
            onClose={(next) => setOver(next ? { kind: 'option', option: next } : NONE)}
            t={t}
          />
        )}
        {over.kind === 'remove' && (
          <RemoveDialog
            title={t('remove.title', { name: dropdown.name })}
            text={t('remove.text', { count: options.length })}
            uses={uses}
            remove={() => store.remove(dropdown)}
            onClose={(done) => {
              close();
              if (done) onClose();
            }}
            t={t}
          />
        )}
        {over.kind === 'removeOption' && (
          <RemoveDialog
            title={t('removeOption.title', { text: over.option.text })}
            text={t('removeOption.text')}
            uses={uses}
            remove={() => store.removeOption(id, over.option)}
            instead={
              over.option.active
                ? { label: t('deactivate'), onSelect: () => void setActive(over.option, false) }
                : undefined
            }
            onClose={close}
            t={t}
          />
        )}
      </Suspense>
    </div>
  );
}
