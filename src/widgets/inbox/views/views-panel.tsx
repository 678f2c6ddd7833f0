import { useSignals } from '@preact/signals-react/runtime';
import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { call } from '../../../shared/api/index.ts';
import { problemText } from '../../../shared/api/problem-text.ts';
import type { SavedView } from '../../../shared/contracts/views.contract.ts';
import { useStyles } from '../../../shared/element/use-styles.ts';
import { useMessages } from '../../../shared/locale/index.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Spinner } from '../../../shared/ui/spinner.tsx';
import styles from '../../../shared/ui/styles/views.css?inline';
import type { ToolsProps } from '../tools-props.ts';
import { createViewActions } from '../views.store.ts';
import { ViewDialog } from './view-dialog.tsx';
import { viewMessages } from './views.messages.ts';

/** Saved views: select, save, save as, share, rename and delete (BEY-19). */
export function ViewsPanel({ store, t, onChange, onDone }: ToolsProps & { readonly onDone: () => void }): ReactNode {
  useStyles(styles);
  useSignals();
  const words = useMessages(viewMessages);
  const actions = useMemo(() => createViewActions(call, store), [store]);
  const [asking, setAsking] = useState<'new' | 'edit' | 'delete' | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const views = store.views.value;
  const chosen = store.view.value;

  const perform = async (work: () => Promise<void>): Promise<boolean> => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
      onChange();
      return true;
    } catch (error) {
      setFailure(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const load = () => void store.loadViews().catch(setFailure);
  useEffect(load, [store]);

  const choose = (view: SavedView | null) => {
    void store.choose(view);
    onChange();
    onDone();
  };
  return (
    <div className="stack views-panel">
      {failure !== null && asking === null && <Banner tone="red">{problemText(failure)}</Banner>}
      {views === null && failure === null && <Spinner label={t('inbox.loading')} />}
      <ul className="views">
        <li>
          <ViewButton name={words('view.standard')} isChosen={chosen === null} onClick={() => choose(null)} />
        </li>
        {(views ?? []).map((view) => (
          <li key={view.id}>
            <ViewButton
              name={view.name}
              note={[words(`audience.${view.audience}`), view.unused ? words('view.unused') : '']
                .filter(Boolean)
                .join(' · ')}
              isChosen={chosen?.id === view.id}
              onClick={() => choose(view)}
            />
          </li>
        ))}
      </ul>
      <div className="row wrap">
        {chosen?.mayEdit && store.isChanged.value && (
          <Button kind="soft" small busy={busy} onClick={() => void perform(actions.save)}>
            {words('view.save')}
          </Button>
        )}
        <Button small onClick={() => setAsking('new')}>
          {words('view.saveAs')}
        </Button>
        {chosen?.mayEdit && (
          <>
            <Button kind="ghost" small onClick={() => setAsking('edit')}>
              {words('view.edit')}
            </Button>
            <Button kind="ghost-danger" small onClick={() => setAsking('delete')}>
              {words('view.delete')}
            </Button>
          </>
        )}
      </div>
      {(asking === 'new' || (asking === 'edit' && chosen)) && (
        <ViewDialog
          view={asking === 'edit' ? chosen : null}
          words={words}
          busy={busy}
          failure={failure}
          onClose={() => {
            setFailure(null);
            setAsking(null);
          }}
          onSave={async (details) => {
            const work = asking === 'new' ? () => actions.saveAs(details) : () => actions.edit(details);
            if (await perform(work)) setAsking(null);
          }}
        />
      )}
      {asking === 'delete' && chosen && (
        <Dialog
          title={words('view.deleteTitle', { name: chosen.name })}
          onClose={() => setAsking(null)}
          footer={
            <>
              <Button onClick={() => setAsking(null)}>{words('cancel')}</Button>
              <Button
                kind="danger"
                busy={busy}
                onClick={async () => {
                  await perform(actions.remove);
                  setAsking(null);
                }}
              >
                {words('view.delete')}
              </Button>
            </>
          }
        >
          <p>{chosen.audience === 'private' ? words('view.deleteOwn') : words('view.deleteShared')}</p>
        </Dialog>
      )}
    </div>
  );
}

function ViewButton({
  name,
  note,
  isChosen,
  onClick,
}: {
  readonly name: string;
  readonly note?: string;
  readonly isChosen: boolean;
  readonly onClick: () => void;
}): ReactNode {
  return (
    <button type="button" className="view" aria-pressed={isChosen} onClick={onClick}>
      <span className="stack grow">
        <span className="cut">{name}</span>
        {note && <span className="xs muted cut">{note}</span>}
      </span>
      {isChosen && <Icon of={Check} />}
    </button>
  );
}
