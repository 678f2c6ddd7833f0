import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useMemo } from 'react';
import type { Form } from '../../../shared/contracts/forms.contract.ts';
import { isDrawable } from '../../../shared/forms/index.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { useBuilder } from '../builder-context.ts';
import { labelText } from '../builder-text.ts';
import { differences } from './differences.ts';

/** Save conflict: shows the differences between the two drafts and asks which one to keep. Cannot be dismissed. */
export function ConflictDialog({ theirs }: { readonly theirs: Form }): ReactNode {
  useSignals();
  const { store, t } = useBuilder();
  const mine = store.body.value;
  const language = store.languageId.value;
  const draft: unknown = theirs.body;
  const found = useMemo(() => (isDrawable(draft) ? differences(mine, draft) : []), [mine, draft]);
  return (
    <Dialog
      title={t('conflict.title')}
      footer={
        <>
          <Button onClick={() => void store.resolve('theirs')}>{t('conflict.theirs')}</Button>
          <Button kind="primary" onClick={() => void store.resolve('mine')}>
            {t('conflict.mine')}
          </Button>
        </>
      }
    >
      <div className="stack fb-conflict">
        <p>{t('conflict.text')}</p>
        {found.length === 0 ? (
          <p className="muted">{t('conflict.same')}</p>
        ) : (
          <table className="tbl">
            <thead>
              <tr>
                <th scope="col">{t('conflict.part')}</th>
                <th scope="col">{t('conflict.inMine')}</th>
                <th scope="col">{t('conflict.inTheirs')}</th>
              </tr>
            </thead>
            <tbody>
              {found.map(({ id, label, inMine, inTheirs, members }) => {
                const memberNames = members.map((name) => (name === 'order' ? t('conflict.order') : name)).join(', ');
                const other = memberNames ? t('conflict.members', { members: memberNames }) : t('conflict.there');
                return (
                  <tr key={id}>
                    <th scope="row">{id === '' ? t('conflict.form') : labelText(label, language, t)}</th>
                    <td>{inMine ? other : t('conflict.absent')}</td>
                    <td>{inTheirs ? other : t('conflict.absent')}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        )}
      </div>
    </Dialog>
  );
}
