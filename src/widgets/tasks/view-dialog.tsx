import { Check } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { problemText } from '../../shared/api/problem-text.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import type { TasksStore } from './tasks.store.ts';
import type { TasksText } from './tasks-text.ts';

interface Props {
  readonly store: TasksStore;
  readonly t: TasksText;
  /** Administrators save views for everybody, too. */
  readonly mayShare: boolean;
  readonly onClose: () => void;
}

/** Saves filters, order, columns, widths and density under a name (BEY-19). */
export function ViewDialog({ store, t, mayShare, onClose }: Props): ReactNode {
  const [name, setName] = useState('');
  const [audience, setAudience] = useState<'private' | 'tenant'>('private');
  const [state, setState] = useState<{ busy: boolean; error?: string }>({ busy: false });
  async function save(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === '' || state.busy) return;
    setState({ busy: true });
    try {
      await store.saveView(name.trim(), audience);
      showSnack({ text: t('views.saved'), icon: Check });
      onClose();
    } catch (error) {
      setState({ busy: false, error: problemText(error) });
    }
  }
  return (
    <Dialog
      title={t('views.save')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" type="submit" form="view-form" busy={state.busy} blocked={name.trim() === ''}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id="view-form" className="stack stack-12" onSubmit={(event) => void save(event)}>
        {state.error && <Banner tone="red">{state.error}</Banner>}
        <Field label={t('views.name')} required>
          {(control) => (
            <input
              {...control}
              className="control"
              type="text"
              maxLength={100}
              autoComplete="off"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        {mayShare && (
          <Field label={t('views.for')}>
            {(control) => (
              <select
                {...control}
                className="control"
                value={audience}
                onChange={(event) => setAudience(event.target.value as typeof audience)}
              >
                <option value="private">{t('views.private')}</option>
                <option value="tenant">{t('views.tenant')}</option>
              </select>
            )}
          </Field>
        )}
      </form>
    </Dialog>
  );
}
