import type { ReactNode } from 'react';
import { ApiError } from '../../shared/api/index.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import type { Form } from '../../shared/contracts/forms.contract.ts';
import { textOf } from '../../shared/forms/index.ts';
import { useLanguage, useMessages } from '../../shared/locale/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { useSaving } from '../../shared/ui/use-saving.ts';
import { formsMessages } from './forms.messages.ts';
import type { FormsStore } from './forms.store.ts';

export interface RetireDialogProps {
  readonly store: FormsStore;
  readonly form: Form;
  readonly onClose: () => void;
}

interface UsedBy {
  readonly kind: 'task' | 'process' | 'registry';
  readonly id: string;
  readonly title: string;
}

/** Confirms taking a form out of use; lists its usages while they prevent that. */
export function RetireDialog({ store, form, onClose }: RetireDialogProps): ReactNode {
  const t = useMessages(formsMessages);
  const language = useLanguage();
  const saving = useSaving();
  const name = textOf(form.title, language) || form.id;
  const refused = saving.error instanceof ApiError ? saving.error.problem : undefined;
  const usedBy = (refused?.usedBy as readonly UsedBy[] | undefined) ?? [];

  async function go(): Promise<void> {
    await store.takeOut(form);
    showSnack({ text: t(form.published === null ? 'deleted' : 'takenOut', { name }) });
    onClose();
  }

  return (
    <Dialog
      title={t('takeOut.title', { name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t(usedBy.length > 0 ? 'close' : 'cancel')}</Button>
          {usedBy.length === 0 && (
            <Button kind="danger" busy={saving.isSaving} onClick={() => void saving.save(go)}>
              {t(form.published === null ? 'delete' : 'takeOut')}
            </Button>
          )}
        </>
      }
    >
      <div className="stack spaced">
        {saving.error !== undefined && <Banner tone="red">{problemText(saving.error)}</Banner>}
        {usedBy.length > 0 ? (
          <ul className="forms-uses">
            {usedBy.map(({ kind, id, title }) => (
              <li key={`${kind} ${id}`}>
                <span className="muted">{t(`usedBy.${kind}`)}</span> {title}
              </li>
            ))}
          </ul>
        ) : (
          <p>{t(form.published === null ? 'delete.text' : 'takeOut.text')}</p>
        )}
      </div>
    </Dialog>
  );
}
