import { Ellipsis, Lock, LockOpen, Printer, Trash2 } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { RegistryRecord } from '../../shared/contracts/registries.contract.ts';
import { IconButton } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { showSnack } from '../../shared/ui/snackbar.ts';
import type { ConfirmDialogProps } from '../confirm-dialog.tsx';
import type { RecordStore } from './record.store.ts';
import type { RecordText } from './record-text.ts';

const ConfirmDialog = containedPart<'ConfirmDialog', ConfirmDialogProps>(
  () => import('../confirm-dialog.tsx'),
  'ConfirmDialog',
);

interface Props {
  readonly store: RecordStore;
  readonly record: RegistryRecord;
  readonly name: string;
  readonly deletable: boolean;
  readonly t: RecordText;
}

/** Prints a record; those who may delete it also hold it and move it to the bin. */
export function RecordActions({ store, record, name, deletable, t }: Props): ReactNode {
  const [asks, setAsks] = useState(false);
  const { hold } = record;
  return (
    <span className="row record-tools">
      <IconButton icon={Printer} label={t('print')} onClick={() => print()} />
      {deletable && (
        <Menu
          label={t('actions')}
          align="end"
          items={[
            {
              id: 'hold',
              label: t(hold ? 'hold.off' : 'hold'),
              icon: hold ? LockOpen : Lock,
              onSelect: () => void store.change({ hold: !hold }).catch(showProblem),
            },
            {
              id: 'remove',
              label: t('remove'),
              icon: Trash2,
              danger: true,
              begins: true,
              onSelect: () => setAsks(true),
            },
          ]}
          trigger={(button) => <IconButton {...button} icon={Ellipsis} label={t('actions')} />}
        />
      )}
      {asks && (
        <Suspense>
          <ConfirmDialog
            title={t('remove.title', { name })}
            text={t('remove.text')}
            go={t('remove')}
            onAct={async () => {
              await store.remove();
              showSnack({
                text: t('removed', { name }),
                action: { label: t('restore'), onSelect: () => void store.restore().catch(showProblem) },
              });
            }}
            onClose={() => setAsks(false)}
          />
        </Suspense>
      )}
    </span>
  );
}
