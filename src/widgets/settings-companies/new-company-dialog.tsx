import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { problemText } from '../../shared/api/problem-text.ts';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { isSameValue } from '../../shared/ui/merge-values.ts';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { useSaving } from '../../shared/ui/use-saving.ts';
import type { CompaniesStore } from './companies.store.ts';
import type { CompaniesText } from './companies-text.ts';
import { bodyOf, isWhole, valuesOf } from './company.store.ts';
import { CompanyFields } from './company-fields.tsx';

interface Props {
  readonly store: CompaniesStore;
  /** Id of the created company. */
  readonly onClose: (id?: string) => void;
  readonly t: CompaniesText;
}

/** Creates a company; the logo is added on its own screen. */
export function NewCompanyDialog({ store, onClose, t }: Props): ReactNode {
  const [values, setValues] = useState(() => valuesOf(null));
  const saving = useSaving();
  const isTaken = saving.code === 'company.code_taken';

  async function create(): Promise<void> {
    const { id, name } = await store.create(bodyOf(values));
    showSnack({ text: t('created', { name }), icon: Check });
    onClose(id);
  }

  return (
    <FormDialog
      title={t('create')}
      cancel={t('cancel')}
      go={t('create.go')}
      isSaving={saving.isSaving}
      error={isTaken ? undefined : saving.error}
      isChanged={!isSameValue(values, valuesOf(null))}
      onSubmit={() => void saving.save(create, isWhole(values))}
      onClose={() => onClose()}
    >
      <div className="form">
        <CompanyFields
          values={values}
          isTried={saving.isTried}
          codeFault={isTaken ? problemText(saving.error) : undefined}
          onChange={(change) => {
            setValues({ ...values, ...change });
            saving.clear();
          }}
          t={t}
        />
      </div>
    </FormDialog>
  );
}
