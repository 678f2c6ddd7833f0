import { Plus, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../../../shared/api/index.ts';
import { sharesByDay } from '../../../shared/contracts/hr-contract.rules.ts';
import { listDimensions, listDimensionValues } from '../../../shared/contracts/reference-data.contract.ts';
import { formatDay, formatNumber, parseNumberInput } from '../../../shared/locale/index.ts';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { ComboBox } from '../../../shared/ui/combo-box.tsx';
import { Field, FieldNote } from '../../../shared/ui/field.tsx';
import { StatusText } from '../../../shared/ui/status-shape.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { type ContractValues, shareRows } from './contract-values.ts';
import { DayField } from './day-field.tsx';
import type { EditorText } from './editor-text.ts';
import { type DimensionShares, newShare, type Share, splitRows } from './shares-values.ts';

interface Props {
  readonly values: ContractValues;
  readonly isTried: boolean;
  readonly onChange: (dimensions: readonly DimensionShares[]) => void;
  readonly t: EditorText;
}

/** Shares of dimensions over time, with the sum on each day of change. */
export function SharesField({ values, isTried, onChange, t }: Props): ReactNode {
  const { dimensions } = values;
  const known = useDimensions();
  const free = known.filter(({ id }) => dimensions.every((one) => one.id !== id));
  return (
    <fieldset className="hr-dimensions">
      <legend className="t3">{t('shares')}</legend>
      {dimensions.map((dimension) => (
        <DimensionRows
          key={dimension.id}
          {...{ values, dimension, isTried, t }}
          onChange={(rows) =>
            onChange(
              dimensions.flatMap((one) => (one !== dimension ? one : rows.length === 0 ? [] : { ...dimension, rows })),
            )
          }
        />
      ))}
      {free.length > 0 && (
        <Field label={t('shares.add')} className="hr-add-dimension">
          {(control) => (
            <select
              {...control}
              className="control"
              value=""
              onChange={({ target }) => {
                const chosen = free.find(({ id }) => id === target.value);
                if (chosen) onChange([...dimensions, { ...chosen, rows: [newShare(true)] }]);
              }}
            >
              <option value="">–</option>
              {free.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </fieldset>
  );
}

/** The dimensions of the organisation. */
function useDimensions(): readonly { readonly id: string; readonly name: string }[] {
  const [known, setKnown] = useState<readonly { readonly id: string; readonly name: string }[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    call(listDimensions, { query: { limit: 200 }, signal: stop.signal })
      .then(({ items }) => setKnown(items.map(({ id, name }) => ({ id, name }))))
      .catch(() => {
        // Without an answer no dimension can be added; the others can be edited.
      });
    return () => stop.abort();
  }, []);
  return known;
}

interface RowsProps extends Omit<Props, 'onChange'> {
  readonly dimension: DimensionShares;
  readonly onChange: (rows: readonly Share[]) => void;
}

function DimensionRows({ values, dimension, isTried, onChange, t }: RowsProps): ReactNode {
  const { id, name, rows } = dimension;
  const change = (row: Share, changes: Partial<Share>) =>
    onChange(rows.map((one) => (one === row ? { ...row, ...changes } : one)));
  const sums = sharesByDay(shareRows({ ...values, dimensions: [dimension] })).filter(({ day }) => day !== '');
  const isWrong = sums.some(({ sum }) => sum !== 0 && sum !== 100);
  const note = `shares-${id}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: inside of the fieldset of all dimensions
    <div className="hr-dimension" role="group" aria-label={name} aria-describedby={isWrong ? note : undefined}>
      <div className="row wrap">
        <span className="strong grow">{name}</span>
        {rows.length > 1 && (
          <Button small kind="ghost" onClick={() => onChange(splitRows(rows))}>
            {t('shares.split')}
          </Button>
        )}
        <Button small kind="ghost" icon={Plus} onClick={() => onChange([...rows, newShare(false)])}>
          {t('shares.addValue')}
        </Button>
      </div>
      {rows.map((row) => (
        <ShareFields
          key={row.key}
          {...{ row, isTried, t }}
          dimensionId={id}
          onChange={(changes) => change(row, changes)}
          onRemove={() => onChange(rows.filter((one) => one !== row))}
        />
      ))}
      <p className="hr-sums xs">
        {sums.map(({ day, sum }) => (
          <StatusText key={day} status={sum === 100 || sum === 0 ? 'read' : 'overdue'}>
            {t('shares.sum', { sum: formatNumber(sum), day: formatDay(day) })}
          </StatusText>
        ))}
      </p>
      <FieldNote id={note} error={isWrong && isTried ? t('shares.wrong', { dimension: name }) : undefined} />
    </div>
  );
}

interface ShareProps {
  readonly dimensionId: string;
  readonly row: Share;
  readonly isTried: boolean;
  readonly onChange: (changes: Partial<Share>) => void;
  readonly onRemove: () => void;
  readonly t: EditorText;
}

function ShareFields({ dimensionId, row, isTried, onChange, onRemove, t }: ShareProps): ReactNode {
  const { value, share, from, until } = row;
  const number = parseNumberInput(share);
  const find = async (q: string, signal: AbortSignal) => {
    const { items } = await call(listDimensionValues, { params: { id: dimensionId }, query: { q, limit: 50 }, signal });
    return items.map((one) => ({ id: one.id, text: one.name, detail: one.code }));
  };
  const required = (attribute: string) => t('fault.required', { attribute });
  const isNumber = number !== undefined && number > 0 && number <= 100;
  const missing = isTried && value === null ? required(t('shares.value')) : undefined;
  return (
    <div className="hr-share">
      <Field label={t('shares.value')} required error={missing}>
        {(control) => (
          <ComboBox
            control={control}
            invalid={missing !== undefined}
            label={t('shares.value')}
            text={value?.name ?? ''}
            placeholder={t('shares.find')}
            find={find}
            isChosen={(id) => id === value?.id}
            onPick={(item) => onChange({ value: { id: item.id, name: item.text } })}
            onClear={() => onChange({ value: null })}
          />
        )}
      </Field>
      <TextField
        label={t('shares.share')}
        required
        maxLength={6}
        error={isTried && !isNumber ? t('fault.number') : undefined}
        value={share}
        onChange={(typed) => onChange({ share: typed })}
      />
      <DayField
        label={t('shares.from')}
        error={isTried && from === undefined ? t('fault.day') : undefined}
        value={from}
        onChange={(day) => onChange({ from: day })}
      />
      <DayField
        label={t('shares.until')}
        error={isTried && until === undefined ? t('fault.day') : undefined}
        value={until}
        onChange={(day) => onChange({ until: day })}
      />
      <IconButton icon={X} label={t('shares.remove', { value: value?.name ?? '' })} onClick={onRemove} />
    </div>
  );
}
