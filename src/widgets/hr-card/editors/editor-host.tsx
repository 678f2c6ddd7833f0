import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { call } from '../../../shared/api/index.ts';
import { deleteHrContract } from '../../../shared/contracts/hr-contracts.contract.ts';
import { deleteHrDocument } from '../../../shared/contracts/hr-documents.contract.ts';
import { deleteHrHealthCheck } from '../../../shared/contracts/hr-health.contract.ts';
import type { HrUser } from '../../../shared/contracts/hr-users.contract.ts';
import { formatDay, useMessages } from '../../../shared/locale/index.ts';
import { showSnack } from '../../../shared/ui/snackbar.ts';
import { contractName } from '../contract-text.ts';
import { hrCardMessages } from '../hr-card.messages.ts';
import type { Editor, HrCardStore } from '../hr-card.store.ts';
import { ContractDialog } from './contract-dialog.tsx';
import { DocumentDialog } from './document-dialog.tsx';
import { DocumentsDialog } from './documents-dialog.tsx';
import { editorMessages } from './editor.messages.ts';
import { HealthDialog } from './health-dialog.tsx';
import { PayDialog } from './pay-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { SizesDialog } from './sizes-dialog.tsx';

interface Props {
  readonly store: HrCardStore;
  readonly user: HrUser;
  readonly editor: Editor;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** The open dialog of a card. */
export function EditorHost({ store, user, editor, onChanged, onClose }: Props): ReactNode {
  const t = useMessages(editorMessages);
  const card = useMessages(hrCardMessages);
  const onSaved = (text: string) => {
    onClose();
    onChanged();
    showSnack({ text, icon: Check });
  };
  const props = { store, user, onSaved, onClose };
  switch (editor.kind) {
    case 'reason':
      return <ReasonDialog user={user} onGive={(reason) => store.open(editor.box, reason)} onClose={onClose} />;
    case 'contract':
      return <ContractDialog {...props} contract={editor.contract} others={editor.others} />;
    case 'contract.remove': {
      const { id, number, version } = editor.contract;
      return (
        <RemoveDialog
          title={t('contract.remove.title', { contract: contractName(number, card) })}
          text={t('contract.remove.text')}
          remove={() => call(deleteHrContract, { params: { id }, ifMatch: version })}
          onRemoved={() => onSaved(t('contract.removed'))}
          onClose={onClose}
        />
      );
    }
    case 'pay':
      return <PayDialog {...props} corrects={editor.corrects} headers={editor.headers} />;
    case 'health':
      return <HealthDialog {...props} check={editor.check} headers={editor.headers} />;
    case 'health.remove': {
      const { check, headers } = editor;
      const params = { id: check.id };
      return (
        <RemoveDialog
          title={t('health.remove.title', { day: formatDay(check.checkedOn) })}
          text={t('health.remove.text')}
          remove={() =>
            call(deleteHrHealthCheck, { params, query: { userId: user.key }, ifMatch: check.version, headers })
          }
          onRemoved={() => onSaved(t('health.removed'))}
          onClose={onClose}
        />
      );
    }
    case 'documents':
      return <DocumentsDialog {...props} health={editor.health} />;
    case 'document':
      return <DocumentDialog {...props} document={editor.document} headers={editor.headers} />;
    case 'document.remove': {
      const { document, headers } = editor;
      const params = { userId: user.key, id: document.id };
      return (
        <RemoveDialog
          title={t('document.remove.title', { title: document.title })}
          text={t('document.remove.text')}
          remove={() =>
            call(deleteHrDocument, {
              ...{ params, query: { category: document.category }, ifMatch: document.version, headers },
            })
          }
          onRemoved={() => onSaved(t('document.removed'))}
          onClose={onClose}
        />
      );
    }
    case 'sizes':
      return <SizesDialog {...props} sizes={editor.sizes} />;
  }
}
