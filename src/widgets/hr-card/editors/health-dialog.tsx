import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../../../shared/api/index.ts';
import {
  DURATION_MAX,
  DURATION_UNITS,
  type DurationUnit,
  HEALTH_DECISIONS,
  HEALTH_KINDS,
  RESTRICTIONS_MAX,
} from '../../../shared/contracts/hr.rules.ts';
import { type HrDocument, listHrDocuments } from '../../../shared/contracts/hr-documents.contract.ts';
import { addDuration } from '../../../shared/contracts/hr-duration.rules.ts';
import {
  createHrHealthCheck,
  type HrHealthCheck,
  updateHrHealthCheck,
} from '../../../shared/contracts/hr-health.contract.ts';
import { formatDay, today, useMessages } from '../../../shared/locale/index.ts';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useEdited } from '../../../shared/ui/use-edited.ts';
import { useSaving } from '../../../shared/ui/use-saving.ts';
import { hrCardMessages } from '../hr-card.messages.ts';
import type { Headers } from '../hr-card.store.ts';
import { ChoiceField } from './choice-field.tsx';
import { DayField, type DayValue } from './day-field.tsx';
import type { DialogProps } from './dialog-props.ts';
import { editorMessages } from './editor.messages.ts';
import type { EditorKey } from './editor-text.ts';
import { TheirChanges } from './their-changes.tsx';

interface Props extends DialogProps {
  /** Null: a new check. */
  readonly check: HrHealthCheck | null;
  readonly headers: Headers;
}

interface HealthValues {
  readonly kind: HrHealthCheck['kind'];
  readonly checkedOn: DayValue;
  readonly decision: HrHealthCheck['decision'];
  readonly restrictions: string;
  readonly validity: string;
  readonly unit: DurationUnit;
  /** Null: by the validity. */
  readonly nextOn: DayValue;
  readonly documentId: string;
}

const LABELS: Readonly<Record<keyof HealthValues, EditorKey>> = {
  kind: 'kind',
  checkedOn: 'checkedOn',
  decision: 'decision',
  restrictions: 'restrictions',
  validity: 'validity',
  unit: 'unit',
  nextOn: 'nextOn',
  documentId: 'scan',
};

const valuesOf = (check: HrHealthCheck | null): HealthValues => ({
  ...{
    kind: check?.kind ?? 'periodic',
    checkedOn: check ? check.checkedOn : today(),
    decision: check?.decision ?? 'fit',
  },
  ...{ restrictions: check?.restrictions ?? '', validity: check ? String(check.validityValue ?? '') : '3' },
  ...{ unit: check?.validityUnit ?? '4_years', nextOn: check?.nextOn ?? null, documentId: check?.documentId ?? '' },
});

/** The number of units; null for none, undefined for input that is no such number. */
function validityOf({ validity }: HealthValues): number | null | undefined {
  if (validity.trim() === '') return null;
  const number = Number(validity);
  return Number.isInteger(number) && number >= 1 && number <= DURATION_MAX ? number : undefined;
}

/** The decision of a health check; there is no field for findings. */
export function HealthDialog({ check, headers, user, onSaved, onClose }: Props): ReactNode {
  const t = useMessages(editorMessages);
  const card = useMessages(hrCardMessages);
  const edited = useEdited(check, valuesOf);
  const saving = useSaving();
  const scans = useScans(user.key, headers);
  const { values } = edited;
  const change = (changes: Partial<HealthValues>) => {
    edited.type(changes);
    saving.clear();
  };
  const { checkedOn, nextOn, decision } = values;
  const isRestricted = decision === 'fit_with_restrictions';
  const validity = validityOf(values);
  const byValidity = checkedOn && validity ? addDuration(checkedOn, validity, values.unit) : null;
  const faults = {
    checkedOn: checkedOn ? undefined : t('fault.day'),
    restrictions: isRestricted && values.restrictions.trim() === '' ? t('fault.restrictions') : undefined,
    validity: validity === undefined ? t('fault.number') : undefined,
    nextOn:
      nextOn === undefined ? t('fault.day') : nextOn && checkedOn && nextOn <= checkedOn ? t('fault.next') : undefined,
  };
  const faultOf = (field: keyof typeof faults) => (saving.isTried ? faults[field] : undefined);
  const isWhole = Object.values(faults).every((fault) => fault === undefined);

  async function save(): Promise<void> {
    const body = {
      ...{ userId: user.key, kind: values.kind, checkedOn: checkedOn ?? '', decision },
      restrictions: isRestricted ? values.restrictions.trim() : null,
      ...{ validityValue: validity ?? null, validityUnit: validity ? values.unit : null },
      ...{ documentId: values.documentId || null, ...(nextOn && { nextOn }) },
    };
    await edited.save((row) =>
      row
        ? call(updateHrHealthCheck, {
            params: { id: row.id },
            ...{ body, headers, ifMatch: row.version },
          })
        : call(createHrHealthCheck, { body, headers }),
    );
    onSaved(t('health.saved'));
  }

  return (
    <FormDialog
      title={t(check ? 'health.edit' : 'health.new')}
      cancel={t('cancel')}
      go={t('save')}
      isSaving={saving.isSaving}
      error={saving.error}
      isChanged={edited.isChanged}
      onSubmit={() => void saving.save(save, isWhole)}
      onClose={onClose}
    >
      <TheirChanges labels={LABELS} theirs={edited.theirs} t={t} />
      <div className="form">
        <ChoiceField
          label={t('kind')}
          className="c6"
          options={HEALTH_KINDS.map((id) => ({ id, text: card(`health.${id}`) }))}
          value={values.kind}
          onChange={(kind) => change({ kind })}
        />
        <DayField
          label={t('checkedOn')}
          required
          className="c6"
          error={faultOf('checkedOn')}
          value={checkedOn}
          onChange={(day) => change({ checkedOn: day })}
        />
        <ChoiceField
          label={t('decision')}
          className="c12"
          options={HEALTH_DECISIONS.map((id) => ({ id, text: card(`decision.${id}`) }))}
          value={decision}
          onChange={(next) => change({ decision: next })}
        />
        {isRestricted && (
          <TextField
            label={t('restrictions')}
            required
            className="c12"
            rows={3}
            maxLength={RESTRICTIONS_MAX}
            hint={t('restrictions.hint')}
            error={faultOf('restrictions')}
            value={values.restrictions}
            onChange={(restrictions) => change({ restrictions })}
          />
        )}
        <TextField
          label={t('validity')}
          className="c4"
          maxLength={4}
          error={faultOf('validity')}
          value={values.validity}
          onChange={(typed) => change({ validity: typed, nextOn: null })}
        />
        <ChoiceField
          label={t('unit')}
          className="c4"
          options={DURATION_UNITS.map((id) => ({ id, text: t(`unit.${id}`) }))}
          value={values.unit}
          onChange={(unit) => change({ unit, nextOn: null })}
        />
        <DayField
          label={t('nextOn')}
          className="c4"
          hint={byValidity ? t('nextOn.hint', { day: formatDay(byValidity) }) : undefined}
          error={faultOf('nextOn')}
          value={nextOn}
          onChange={(day) => change({ nextOn: day })}
        />
        <ChoiceField
          label={t('scan')}
          className="c12"
          options={[{ id: '', text: t('scan.none') }, ...scans.map(({ id, title }) => ({ id, text: title }))]}
          value={values.documentId}
          onChange={(documentId) => change({ documentId })}
        />
      </div>
    </FormDialog>
  );
}

/** Documents of the category Health to choose from. */
function useScans(userId: string, headers: Headers): readonly HrDocument[] {
  const [scans, setScans] = useState<readonly HrDocument[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    call(listHrDocuments, { params: { userId }, query: { category: 'Health' }, headers, signal: stop.signal })
      .then(setScans)
      .catch(() => {
        // Without an answer the check has no other scan to choose.
      });
    return () => stop.abort();
  }, [userId, headers]);
  return scans;
}
