import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { call } from '../../shared/api/index.ts';
import { getAuditSettings, putAuditSettings } from '../../shared/contracts/audit.contract.ts';
import { AUDIT_MONTHS } from '../../shared/contracts/audit.rules.ts';
import { useLoaded } from '../../shared/lists/use-loaded.ts';
import { Field } from '../../shared/ui/field.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { useSaving } from '../../shared/ui/use-saving.ts';
import type { AuditText } from './audit-text.ts';

interface Props {
  readonly send?: typeof call;
  readonly onClose: () => void;
  readonly t: AuditText;
}

const MONTHS: readonly number[] = [AUDIT_MONTHS.least, 18, 24, AUDIT_MONTHS.usual, 60, 84, AUDIT_MONTHS.most];

/** Sets how long the audit log is kept (AUD-01). */
export function KeepDialog({ send = call, onClose, t }: Props): ReactNode {
  const [settings] = useLoaded('audit', (signal) => send(getAuditSettings, { signal }));
  const [chosen, setChosen] = useState<number | null>(null);
  const saving = useSaving();
  const stored = settings.status === 'ready' ? settings.value.months : null;
  const months = chosen ?? stored;
  const choices = [...new Set([...MONTHS, ...(stored === null ? [] : [stored])])].toSorted((a, b) => a - b);
  const save = async () => {
    await send(putAuditSettings, { body: { months: months ?? AUDIT_MONTHS.usual } });
    showSnack({ text: t('keep.saved'), icon: Check });
    onClose();
  };
  return (
    <FormDialog
      title={t('keep.title')}
      cancel={t('keep.cancel')}
      go={t('keep.save')}
      blocked={months === null || months === stored}
      isSaving={saving.isSaving}
      error={saving.error ?? (settings.status === 'failed' ? settings.error : undefined)}
      onSubmit={() => void saving.save(save)}
      onClose={onClose}
    >
      <Field label={t('keep.for')} hint={t('keep.more')}>
        {(control) => (
          <select
            {...control}
            className="control"
            value={months ?? ''}
            disabled={stored === null}
            onChange={({ target }) => setChosen(Number(target.value))}
          >
            {choices.map((count) => (
              <option key={count} value={count}>
                {count % 12 === 0 ? t('keep.years', { count: count / 12 }) : t('keep.months', { count })}
              </option>
            ))}
          </select>
        )}
      </Field>
    </FormDialog>
  );
}
