import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../../../shared/api/index.ts';
import { PAY_KINDS, PAY_PERIODS, REASON_HEADER, REASON_MAX, REASON_MIN } from '../../../shared/contracts/hr.rules.ts';
import type { HrContract } from '../../../shared/contracts/hr-contracts.contract.ts';
import { addHrPay, type HrPay } from '../../../shared/contracts/hr-pay.contract.ts';
import {
  formatMoney,
  formatNumberInput,
  minorDigits,
  parseNumberInput,
  today,
  useMessages,
} from '../../../shared/locale/index.ts';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';
import { isSameValue } from '../../../shared/ui/merge-values.ts';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useSaving } from '../../../shared/ui/use-saving.ts';
import { contractName } from '../contract-text.ts';
import { hrCardMessages } from '../hr-card.messages.ts';
import type { Headers } from '../hr-card.store.ts';
import { ChoiceField } from './choice-field.tsx';
import { DayField, type DayValue } from './day-field.tsx';
import type { DialogProps } from './dialog-props.ts';
import { editorMessages } from './editor.messages.ts';

interface Props extends DialogProps {
  /** The row that is corrected; null: pay from a day on. */
  readonly corrects: HrPay | null;
  readonly headers: Headers;
}

interface PayValues {
  readonly contractId: string;
  readonly kind: HrPay['kind'];
  readonly name: string;
  readonly amount: string;
  readonly currency: string;
  readonly period: HrPay['period'];
  readonly validFrom: DayValue;
  readonly why: string;
}

const EURO = 'EUR';
const CURRENCY = /^[A-Z]{3}$/;

const digitsOf = (currency: string): number => (CURRENCY.test(currency) ? minorDigits(currency) : 2);

function valuesOf(row: HrPay | null): PayValues {
  const { currency = EURO } = row ?? {};
  const digits = digitsOf(currency);
  return {
    ...{ contractId: row?.contractId ?? '', kind: row?.kind ?? 'base', name: row?.name ?? '', currency },
    amount: row ? formatNumberInput(row.amountMinor / 10 ** digits, undefined, digits) : '',
    ...{ period: row?.period ?? 'month', validFrom: row ? row.validFrom : today(), why: '' },
  };
}

/** The amount in the smallest unit; undefined for input that is no amount of the currency. */
function minorOf({ amount, currency }: PayValues): number | undefined {
  const number = parseNumberInput(amount);
  const digits = digitsOf(currency);
  if (number === undefined || number < 0 || Number(number.toFixed(digits)) !== number) return undefined;
  return Math.round(number * 10 ** digits);
}

/** Pay from a day on, or the correction of a row, which asks why. */
export function PayDialog({ corrects, headers, store, user, onSaved, onClose }: Props): ReactNode {
  const t = useMessages(editorMessages);
  const card = useMessages(hrCardMessages);
  const [first] = useState(() => valuesOf(corrects));
  const [values, setValues] = useState(first);
  const contracts = useContracts(() => store.contracts(user));
  const saving = useSaving();
  const change = (changes: Partial<PayValues>) => {
    setValues({ ...values, ...changes });
    saving.clear();
  };
  const required = (attribute: string) => t('fault.required', { attribute });
  const amountMinor = minorOf(values);
  const faults = {
    contractId: values.contractId === '' ? required(t('pay.contract')) : undefined,
    name: values.kind === 'addition' && values.name.trim() === '' ? required(t('pay.name')) : undefined,
    amount: amountMinor === undefined ? t('fault.number') : undefined,
    currency: CURRENCY.test(values.currency) ? undefined : t('fault.currency'),
    validFrom: values.validFrom ? undefined : t('fault.day'),
    why: corrects && values.why.trim().length < REASON_MIN ? t('reason.short', { min: REASON_MIN }) : undefined,
  };
  const faultOf = (field: keyof typeof faults) => (saving.isTried ? faults[field] : undefined);
  const isWhole = Object.values(faults).every((fault) => fault === undefined);

  async function save(): Promise<void> {
    const { contractId, kind, name, currency, period, validFrom, why } = values;
    const body = {
      ...{ contractId, kind, name: kind === 'addition' ? name.trim() : '', amountMinor: amountMinor ?? 0, currency },
      ...{ period, validFrom: validFrom ?? '', ...(corrects && { supersedes: corrects.id }) },
    };
    const reason = corrects ? { [REASON_HEADER]: encodeURIComponent(why.trim()) } : headers;
    await call(addHrPay, { params: { userId: user.key }, body, headers: reason });
    onSaved(t('pay.saved'));
  }

  return (
    <FormDialog
      title={t(corrects ? 'pay.correct' : 'pay.new')}
      cancel={t('cancel')}
      go={t('save')}
      isSaving={saving.isSaving}
      error={saving.error}
      isChanged={!isSameValue(values, first)}
      onSubmit={() => void saving.save(save, isWhole)}
      onClose={onClose}
    >
      {corrects && (
        <p className="s">
          {t('pay.was', { amount: formatMoney({ amount: corrects.amountMinor, currency: corrects.currency }) })}
        </p>
      )}
      <div className="form">
        {!corrects && (
          <ChoiceField
            label={t('pay.contract')}
            required
            className="c12"
            error={faultOf('contractId')}
            options={[
              { id: '', text: t('pay.contract.none') },
              ...contracts.map(({ id, number }) => ({ id, text: contractName(number, card) })),
            ]}
            value={values.contractId}
            onChange={(contractId) => change({ contractId })}
          />
        )}
        {!corrects && (
          <ChoiceField
            label={t('kind')}
            className={values.kind === 'addition' ? 'c6' : 'c12'}
            options={PAY_KINDS.map((id) => ({ id, text: card(`pay.${id}`) }))}
            value={values.kind}
            onChange={(kind) => change({ kind })}
          />
        )}
        {!corrects && values.kind === 'addition' && (
          <TextField
            label={t('pay.name')}
            required
            className="c6"
            maxLength={100}
            error={faultOf('name')}
            value={values.name}
            onChange={(name) => change({ name })}
          />
        )}
        <TextField
          label={t('amount')}
          required
          className="c4"
          maxLength={20}
          error={faultOf('amount')}
          value={values.amount}
          onChange={(amount) => change({ amount })}
        />
        <TextField
          label={t('currency')}
          required
          className="c4"
          maxLength={3}
          error={faultOf('currency')}
          value={values.currency}
          onChange={(currency) => change({ currency: currency.toUpperCase() })}
        />
        <ChoiceField
          label={t('period')}
          className="c4"
          options={PAY_PERIODS.map((id) => ({ id, text: t(`period.${id}`) }))}
          value={values.period}
          onChange={(period) => change({ period })}
        />
        <DayField
          label={t('pay.from')}
          required
          className="c12"
          hint={corrects ? undefined : t('pay.from.hint')}
          error={faultOf('validFrom')}
          value={values.validFrom}
          onChange={(validFrom) => change({ validFrom })}
        />
        {corrects && (
          <TextField
            label={t('pay.why')}
            required
            className="c12"
            rows={2}
            maxLength={REASON_MAX}
            hint={t('pay.why.hint')}
            error={faultOf('why')}
            value={values.why}
            onChange={(why) => change({ why })}
          />
        )}
      </div>
    </FormDialog>
  );
}

/** The contracts to choose from; an empty list until they are known. */
function useContracts(read: () => Promise<readonly HrContract[]>): readonly HrContract[] {
  const [contracts, setContracts] = useState<readonly HrContract[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the employee of an open dialog never changes
  useEffect(() => {
    let isOpen = true;
    read()
      .then((found) => isOpen && setContracts(found))
      .catch(() => {
        // Without an answer no contract can be chosen, and the field says that it is required.
      });
    return () => {
      isOpen = false;
    };
  }, []);
  return contracts;
}
