import { useSignals } from '@preact/signals-react/runtime';
import { ArrowDown, ArrowUp, Ellipsis, FolderPlus, Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { ManualGroup } from '../../../shared/contracts/manual-authoring.contract.ts';
import { textOf } from '../../../shared/forms/definition.ts';
import { useLanguage, useMessages } from '../../../shared/locale/index.ts';
import { Count } from '../../../shared/ui/badge.tsx';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { Menu } from '../../../shared/ui/menu.tsx';
import { RetryBanner } from '../../../shared/ui/retry-banner.tsx';
import { showProblem } from '../../../shared/ui/show-problem.ts';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { showSnack } from '../../../shared/ui/snackbar.ts';
import { treeOf } from '../group-options.tsx';
import { GroupDialog } from './group-dialog.tsx';
import type { GroupsStore } from './groups.store.ts';
import { listMessages } from './list.messages.ts';

interface Props {
  readonly store: GroupsStore;
  readonly chosen: string | null;
  readonly onChoose: (id: string | null) => void;
  readonly mayWrite: boolean;
}

type Asking = { readonly group: ManualGroup | null; readonly under: string | null } | null;

/** Groups of manuals as a tree; a selected group filters the list. */
export function GroupsPanel({ store, chosen, onChoose, mayWrite }: Props): ReactNode {
  useSignals();
  const t = useMessages(listMessages);
  const language = useLanguage();
  const [asking, setAsking] = useState<Asking>(null);
  const state = store.state.value;
  if (state.status === 'loading') return <Skeleton rows={4} label={t('loading')} />;
  if (state.status === 'failed') {
    return <RetryBanner error={state.error} onRetry={() => void store.load()} label={t('retry')} />;
  }
  const tree = treeOf(state.groups, language);
  return (
    <nav className="mn-groups" aria-label={t('groups')}>
      <div className="row">
        <h2 className="eyebrow grow">{t('groups')}</h2>
        {mayWrite && (
          <IconButton
            small
            icon={FolderPlus}
            label={t('groups.add')}
            onClick={() => setAsking({ group: null, under: null })}
          />
        )}
      </div>
      {tree.length === 0 && (
        <>
          <p className="s muted">{t('groups.none')}</p>
          {mayWrite && (
            <Button icon={Plus} onClick={() => setAsking({ group: null, under: null })}>
              {t('groups.add')}
            </Button>
          )}
        </>
      )}
      {tree.length > 0 && (
        <ul>
          <li>
            <button type="button" aria-current={chosen === null} className="mn-group" onClick={() => onChoose(null)}>
              <span className="cut grow">{t('groups.all')}</span>
            </button>
          </li>
          {tree.map((group) => {
            const name = textOf(group.name, language);
            return (
              <li key={group.id} className={`row row-4 depth-${Math.min(group.depth, 4)}`}>
                <button
                  type="button"
                  aria-current={chosen === group.id}
                  className="mn-group"
                  title={name}
                  onClick={() => onChoose(group.id)}
                >
                  <span className="cut grow">{name}</span>
                  <Count value={group.manuals} quiet />
                </button>
                {mayWrite && <More store={store} group={group} name={name} onAsk={setAsking} />}
              </li>
            );
          })}
        </ul>
      )}
      {asking && (
        <Suspense>
          <GroupDialog store={store} {...asking} onClose={() => setAsking(null)} />
        </Suspense>
      )}
    </nav>
  );
}

interface MoreProps {
  readonly store: GroupsStore;
  readonly group: ManualGroup;
  readonly name: string;
  readonly onAsk: (asking: Asking) => void;
}

function More({ store, group, name, onAsk }: MoreProps): ReactNode {
  const t = useMessages(listMessages);
  const remove = async () => {
    await store.remove(group);
    const undo = () => void store.add(group.name, group.parentId).catch(showProblem);
    showSnack({ text: t('groups.removed', { name }), action: { label: t('undo'), onSelect: undo } });
  };
  return (
    <Menu
      label={t('groups.more', { name })}
      align="end"
      items={[
        { id: 'edit', label: t('groups.edit'), icon: Pencil, onSelect: () => onAsk({ group, under: group.parentId }) },
        {
          id: 'under',
          label: t('groups.addUnder'),
          icon: Plus,
          onSelect: () => onAsk({ group: null, under: group.id }),
        },
        {
          id: 'up',
          label: t('groups.up'),
          icon: ArrowUp,
          onSelect: () => void store.move(group, -1).catch(showProblem),
        },
        {
          id: 'down',
          label: t('groups.down'),
          icon: ArrowDown,
          onSelect: () => void store.move(group, 1).catch(showProblem),
        },
        {
          id: 'remove',
          label: t('groups.remove'),
          icon: Trash2,
          danger: true,
          begins: true,
          onSelect: () => void remove().catch(showProblem),
        },
      ]}
      trigger={(button) => <IconButton {...button} small icon={Ellipsis} label={t('groups.more', { name })} />}
    />
  );
}
