import { type ReactNode, useState } from 'react';
import { call } from '../../../shared/api/index.ts';
import { problemText } from '../../../shared/api/problem-text.ts';
import { CONTRACT_KINDS, type ContractWarning } from '../../../shared/contracts/hr.rules.ts';
import { contractWarnings, shareProblems, WEEKLY_HOURS_MAX } from '../../../shared/contracts/hr-contract.rules.ts';
import {
  createHrContract,
  type HrContract,
  updateHrContract,
} from '../../../shared/contracts/hr-contracts.contract.ts';
import { listCompanies } from '../../../shared/contracts/reference-data.contract.ts';
import { useMessages } from '../../../shared/locale/index.ts';
import { ComboBox } from '../../../shared/ui/combo-box.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useEdited } from '../../../shared/ui/use-edited.ts';
import { useSaving } from '../../../shared/ui/use-saving.ts';
import { hrCardMessages } from '../hr-card.messages.ts';
import { ChoiceField } from './choice-field.tsx';
import {
  areSharesWhole,
  bodyOf,
  type ContractFault,
  type ContractValues,
  faultsOf,
  shareRows,
  termOf,
  valuesOf,
} from './contract-values.ts';
import { DayField } from './day-field.tsx';
import type { DialogProps } from './dialog-props.ts';
import { editorMessages } from './editor.messages.ts';
import type { EditorKey } from './editor-text.ts';
import { SharesField } from './shares-field.tsx';
import { TheirChanges } from './their-changes.tsx';
import { Warnings } from './warnings.tsx';

interface Props extends DialogProps {
  /** Null: a new contract. */
  readonly contract: HrContract | null;
  /** The other contracts of the employee. */
  readonly others: readonly HrContract[];
}

/** Warnings by the refusal of a server that knows more contracts. */
const REFUSALS: Readonly<Record<string, ContractWarning>> = {
  'contract.overlap': 'overlap',
  'contract.weekly_hours': 'hours',
  'contract.trial_long': 'trial',
};

const LABELS: Readonly<Record<keyof ContractValues, EditorKey>> = {
  kind: 'kind',
  number: 'number',
  company: 'company',
  jobTitle: 'jobTitle',
  startsOn: 'startsOn',
  endsOn: 'endsOn',
  trialEndsOn: 'trialEndsOn',
  weeklyHours: 'weeklyHours',
  place: 'place',
  endReason: 'endReason',
  dimensions: 'shares',
};

/** A contract with its dimensions; what is unusual is confirmed before it is saved. */
export function ContractDialog({ contract, others, user, onSaved, onClose }: Props): ReactNode {
  const t = useMessages(editorMessages);
  const card = useMessages(hrCardMessages);
  const edited = useEdited(contract, valuesOf);
  const [confirmed, setConfirmed] = useState<readonly ContractWarning[]>([]);
  const saving = useSaving();
  const { values } = edited;
  const faults = faultsOf(values);
  const term = termOf(values);
  const refused = saving.code && REFUSALS[saving.code];
  const known = term ? contractWarnings(term, others) : [];
  const warnings = refused && !known.includes(refused) ? [...known, refused] : known;
  const isWhole =
    Object.keys(faults).length === 0 &&
    areSharesWhole(values) &&
    shareProblems(shareRows(values)).length === 0 &&
    warnings.every((one) => confirmed.includes(one));
  const change = (changes: Partial<ContractValues>) => {
    edited.type(changes);
    if (!refused) saving.clear();
  };
  const faultOf = (field: keyof ContractValues) => {
    const fault: ContractFault | undefined = saving.isTried ? faults[field] : undefined;
    return fault && t(`fault.${fault}`, { attribute: t(LABELS[field]) });
  };
  const isTaken = saving.code === 'contract.number_taken';

  async function save(): Promise<void> {
    const body = { ...bodyOf(values), confirm: warnings };
    await edited.save((row) =>
      row
        ? call(updateHrContract, { params: { id: row.id }, body, ifMatch: row.version })
        : call(createHrContract, { body: { userId: user.key, ...body } }),
    );
    onSaved(t('contract.saved'));
  }

  return (
    <FormDialog
      title={t(contract ? 'contract.edit' : 'contract.new')}
      cancel={t('cancel')}
      go={t('save')}
      isSaving={saving.isSaving}
      error={isTaken || refused ? undefined : saving.error}
      isChanged={edited.isChanged}
      onSubmit={() => void saving.save(save, isWhole)}
      onClose={onClose}
    >
      <TheirChanges labels={LABELS} theirs={edited.theirs} t={t} />
      <div className="form">
        <ChoiceField
          label={t('kind')}
          className="c6"
          options={CONTRACT_KINDS.map((id) => ({ id, text: card(`kind.${id}`) }))}
          value={values.kind}
          onChange={(kind) => change({ kind })}
        />
        <TextField
          label={t('number')}
          className="c6"
          maxLength={64}
          error={isTaken ? problemText(saving.error) : undefined}
          value={values.number}
          onChange={(number) => change({ number })}
        />
        <CompanyField value={values.company} onChange={(company) => change({ company })} />
        <TextField
          label={t('jobTitle')}
          className="c6"
          maxLength={200}
          value={values.jobTitle}
          onChange={(jobTitle) => change({ jobTitle })}
        />
        <DayField
          label={t('startsOn')}
          required
          className="c6"
          error={faultOf('startsOn')}
          value={values.startsOn}
          onChange={(startsOn) => change({ startsOn })}
        />
        <DayField
          label={t('endsOn')}
          required={values.kind === 'fixed'}
          className="c6"
          hint={values.kind === 'fixed' ? undefined : t('endsOn.hint')}
          error={faultOf('endsOn')}
          value={values.endsOn}
          onChange={(endsOn) => change({ endsOn })}
        />
        <DayField
          label={t('trialEndsOn')}
          className="c6"
          error={faultOf('trialEndsOn')}
          value={values.trialEndsOn}
          onChange={(trialEndsOn) => change({ trialEndsOn })}
        />
        <TextField
          label={t('weeklyHours')}
          className="c6"
          maxLength={10}
          error={faultOf('weeklyHours')}
          value={values.weeklyHours}
          onChange={(weeklyHours) => change({ weeklyHours })}
        />
        <TextField
          label={t('place')}
          className={values.endsOn ? 'c6' : 'c12'}
          maxLength={200}
          value={values.place}
          onChange={(place) => change({ place })}
        />
        {values.endsOn && (
          <TextField
            label={t('endReason')}
            className="c6"
            maxLength={500}
            value={values.endReason}
            onChange={(endReason) => change({ endReason })}
          />
        )}
      </div>
      <SharesField values={values} isTried={saving.isTried} onChange={(dimensions) => change({ dimensions })} t={t} />
      <Warnings
        warnings={warnings}
        confirmed={confirmed}
        isTried={saving.isTried}
        hours={WEEKLY_HOURS_MAX}
        onConfirm={(next) => {
          setConfirmed(next);
          saving.clear();
        }}
        t={t}
      />
    </FormDialog>
  );
}

interface CompanyProps {
  readonly value: ContractValues['company'];
  readonly onChange: (company: ContractValues['company']) => void;
}

function CompanyField({ value, onChange }: CompanyProps): ReactNode {
  const t = useMessages(editorMessages);
  const find = async (q: string, signal: AbortSignal) => {
    const { items } = await call(listCompanies, { query: { q, limit: 50 }, signal });
    return items.map(({ id, name, code }) => ({ id, text: name, detail: code }));
  };
  return (
    <Field label={t('company')} className="c6">
      {(control) => (
        <ComboBox
          control={control}
          label={t('company')}
          text={value?.name ?? ''}
          placeholder={t('company.find')}
          find={find}
          isChosen={(id) => id === value?.id}
          onPick={({ id, text }) => onChange({ id, name: text })}
          onClear={() => onChange(null)}
        />
      )}
    </Field>
  );
}
