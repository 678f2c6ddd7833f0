import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { showSnack } from '../../../shared/ui/snackbar.ts';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useSaving } from '../../../shared/ui/use-saving.ts';
import { type Builder, type BuilderDialog, useBuilder } from '../builder-context.ts';
import { labelText } from '../builder-text.ts';
import { change, showPageOf } from '../commands.ts';
import { nodeLabel } from '../edits/edit.ts';
import { remove } from '../edits/place-edits.ts';
import { type AnyNode, type NodeId, placesOf } from '../edits/tree.ts';
import { useFaultText } from '../fault-text.ts';
import { saveFragment } from '../fragments/fragments.store.ts';
import { ConflictDialog } from './conflict-dialog.tsx';

/** Renders the open dialog, if any. */
export function Dialogs(): ReactNode {
  useSignals();
  const builder = useBuilder();
  const { store, view } = builder;
  const saving = store.saving.value;
  if (saving.status === 'conflict') return <ConflictDialog theirs={saving.theirs} />;
  const dialog = view.dialog.value;
  const close = () => {
    view.dialog.value = null;
  };
  switch (dialog?.kind) {
    case 'help':
      return <HelpDialog onClose={close} />;
    case 'problems':
      return <ProblemsDialog onClose={close} />;
    case 'remove':
      return <RemoveDialog {...dialog} onClose={close} />;
    case 'fragment':
      return <FragmentDialog ids={dialog.ids} onClose={close} />;
    default:
      return null;
  }
}

interface Closing {
  readonly onClose: () => void;
}

const KEYS = [
  ['keys.move', '↑ ↓'],
  ['keys.level', '← →'],
  ['keys.extend', 'Shift+↑ ↓'],
  ['keys.add', '/'],
  ['keys.rename', 'Enter, F2'],
  ['keys.step', 'Alt+↑ ↓ ← →'],
  ['keys.grab', 'Space'],
  ['keys.duplicate', 'Ctrl+D'],
  ['keys.clipboard', 'Ctrl+C, X, V'],
  ['keys.section', 'Ctrl+G'],
  ['keys.following', 'Ctrl+Shift+G'],
  ['keys.remove', 'Delete'],
  ['keys.undo', 'Ctrl+Z, Ctrl+Y'],
  ['keys.menu', 'Shift+F10'],
  ['keys.save', 'Ctrl+S'],
  ['keys.help', '?'],
] as const;

function HelpDialog({ onClose }: Closing): ReactNode {
  const { t } = useBuilder();
  return (
    <Dialog title={t('help')} onClose={onClose} footer={<Button onClick={onClose}>{t('close')}</Button>}>
      <dl className="fb-keys">
        {KEYS.map(([text, keys]) => (
          <div key={text}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** Selects a node and moves the focus to it. */
function goTo({ store, view }: Builder, id: NodeId): void {
  store.select([id]);
  showPageOf({ store, view } as Builder, id);
  view.pane.value = 'canvas';
  view.focus.value += 1;
}

function ProblemsDialog({ onClose }: Closing): ReactNode {
  useSignals();
  const builder = useBuilder();
  const { store, t } = builder;
  const places = placesOf(store.body.value);
  const language = store.languageId.value;
  const textOfFault = useFaultText();
  return (
    <Dialog title={t('problems.title')} onClose={onClose} footer={<Button onClick={onClose}>{t('close')}</Button>}>
      <p className="s muted">{t('problems.text')}</p>
      <ul className="fb-problems">
        {[...store.problemsByNode.value].map(([id, problems]) => (
          <li key={id}>
            <button
              type="button"
              className="link"
              onClick={() => {
                onClose();
                goTo(builder, id || `#${store.body.peek().root.id}`);
              }}
            >
              {id === '' ? t('p.form') : labelText(nodeLabel(places.get(id)?.node), language, t)}
            </button>
            <ul>
              {problems.map((problem) => (
                <li key={`${problem.pointer} ${textOfFault(problem)}`} className="s">
                  <span className="mono">{problem.pointer.slice((places.get(id)?.pointer ?? '').length)}</span>{' '}
                  {textOfFault(problem)}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function RemoveDialog({ ids, lost, onClose }: Closing & Extract<BuilderDialog, { kind: 'remove' }>): ReactNode {
  const builder = useBuilder();
  const { store, t } = builder;
  const language = store.languageId.peek();
  const places = placesOf(store.body.peek());
  const nameOf = (of: string) => {
    const node = places.get(of)?.node ?? places.get(`#${of}`)?.node;
    return node ? labelText(nodeLabel(node), language, t) : of;
  };
  return (
    <FormDialog
      title={t('delete.title', { name: nameOf(ids[0] ?? '') })}
      cancel={t('cancel')}
      go={t('delete.anyway')}
      kind="danger"
      onSubmit={() => {
        onClose();
        change(builder, remove(ids));
      }}
      onClose={onClose}
    >
      <p>{t('delete.text')}</p>
      <ul className="fb-problems">
        {lost.map(({ key, pointer, place }) => (
          <li key={`${key} ${pointer}`} className="s">
            {t('use', { key, kind: t(`use.${place.kind}`), name: nameOf(place.of) })}
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}

function FragmentDialog({ ids, onClose }: Closing & { readonly ids: readonly NodeId[] }): ReactNode {
  const { store, t } = useBuilder();
  const places = placesOf(store.body.peek());
  const nodes = ids.flatMap((id) => places.get(id)?.node ?? []) as AnyNode[];
  const [name, setName] = useState(() => labelText(nodeLabel(nodes[0]), store.languageId.peek(), t));
  const saving = useSaving();
  const save = async () => {
    await saveFragment(name.trim(), nodes);
    showSnack(t('fragment.saved', { name: name.trim() }));
    onClose();
  };
  return (
    <FormDialog
      title={t('fragment.title')}
      cancel={t('cancel')}
      go={t('fragment.save')}
      blocked={name.trim() === ''}
      isSaving={saving.isSaving}
      error={saving.error}
      onSubmit={() => void saving.save(save)}
      onClose={onClose}
    >
      <div data-own-keys="">
        <TextField
          label={t('fragment.name')}
          required
          hint={t('fragment.text')}
          maxLength={100}
          value={name}
          onChange={setName}
        />
      </div>
    </FormDialog>
  );
}
