import { type ReactNode, useState } from 'react';
import type { ConditionScalar, FieldCondition } from '../../../../shared/forms/index.ts';
import { formatNumberInput, parseNumberInput, today, useLanguage } from '../../../../shared/locale/index.ts';
import type { FilterText } from '../../../../shared/ui/filters/columns.ts';
import { PersonField } from '../../../../shared/ui/person-field.tsx';
import { DayInput } from '../day-input.tsx';
import type { EditorText } from '../editor-text.ts';
import type { ScopeField } from './scope.ts';
import { type Choice, useChoices } from './use-choices.ts';

interface Props {
  readonly condition: FieldCondition;
  readonly field: ScopeField;
  readonly onChange: (condition: FieldCondition, typing?: boolean) => void;
  /** Number of the condition, for example `2.1`. */
  readonly number: string;
  /** Language of the form's texts. */
  readonly languageId: string;
  readonly t: EditorText;
  readonly filters: FilterText;
}

/** Edits the comparison value: one value, several, or a range. */
export function ValueEditor(props: Props): ReactNode {
  const { condition, field, onChange, number, t } = props;
  const { op, value } = condition;
  const one = (next: ConditionScalar, typing?: boolean) => onChange({ ...condition, value: next }, typing);
  if (field.kind === 'choice' || field.kind === 'reference') return <ChoiceValue {...props} />;
  if (op === 'in') return <Several {...props} />;
  if (op !== 'inrange') {
    const label = t('condition.value', { number });
    return (
      <OneValue {...props} label={label} value={Array.isArray(value) ? null : (value as ConditionScalar)} set={one} />
    );
  }
  const [from = null, to = null] = Array.isArray(value) ? (value as readonly ConditionScalar[]) : [];
  const end = (ends: readonly ConditionScalar[], typing?: boolean) => onChange({ ...condition, value: ends }, typing);
  return (
    <div className="cnd-range">
      <OneValue
        {...props}
        label={t('condition.valueFrom', { number })}
        value={from}
        set={(v, ty) => end([v, to], ty)}
      />
      <OneValue {...props} label={t('condition.valueTo', { number })} value={to} set={(v, ty) => end([from, v], ty)} />
    </div>
  );
}

interface OneProps extends Props {
  readonly label: string;
  readonly value: ConditionScalar;
  readonly set: (value: ConditionScalar, typing?: boolean) => void;
}

function OneValue(props: OneProps): ReactNode {
  const { field, label, value, set, filters } = props;
  switch (field.kind) {
    case 'yesNo':
      return (
        <select
          className="control"
          aria-label={label}
          value={String(value)}
          onChange={(event) => set(event.target.value === 'true')}
        >
          <option value="true">{filters('yes')}</option>
          <option value="false">{filters('no')}</option>
        </select>
      );
    case 'number':
      return <NumberValue {...props} />;
    case 'date':
    case 'dateTime':
      return <DayValue {...props} />;
    case 'time':
      return (
        <input
          type="time"
          className="control"
          aria-label={label}
          value={typeof value === 'string' ? value.trim() : ''}
          onChange={(event) => set(event.target.value || ' ', true)}
        />
      );
    default:
      return (
        <input
          type="text"
          className="control"
          aria-label={label}
          autoComplete="off"
          maxLength={1000}
          value={typeof value === 'string' ? value.replace(/^ $/, '') : String(value ?? '')}
          onChange={(event) => set(event.target.value || ' ', true)}
        />
      );
  }
}

function NumberValue({ label, value, set }: OneProps): ReactNode {
  const language = useLanguage();
  // Keeps the typed text: with a trailing comma it is not yet a number.
  const [typed, setTyped] = useState<string | null>(null);
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : null;
  const isWrong = typed !== null && typed.trim() !== '' && parseNumberInput(typed, language) === undefined;
  return (
    <input
      type="text"
      inputMode="decimal"
      className={`control ${isWrong ? 'invalid' : ''}`}
      aria-label={label}
      aria-invalid={isWrong || undefined}
      autoComplete="off"
      maxLength={40}
      value={typed ?? (number === null || Number.isNaN(number) ? '' : formatNumberInput(number, language))}
      onChange={(event) => {
        setTyped(event.target.value);
        const read = parseNumberInput(event.target.value, language);
        if (read !== undefined) set(read, true);
        else if (event.target.value.trim() === '') set(null, true);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

/** A fixed day, today, or a number of days from today; for a date and time also a time. */
function DayValue({ field, label, value, set, t, filters }: OneProps): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typeof value === 'string' ? value.trim() : '';
  const relative = /^today(?:([+-])(\d{0,5}))?$/.exec(text);
  const kind = relative
    ? relative[1] === '+'
      ? 'ahead'
      : relative[1] === '-'
        ? 'ago'
        : 'today'
    : text.includes('T')
      ? 'moment'
      : 'fixed';
  const choose = (next: string) => {
    if (next === 'today') set('today');
    else if (next === 'ahead') set('today+7');
    else if (next === 'ago') set('today-7');
    else set(next === 'moment' ? `${today()}T09:00` : today());
  };
  return (
    <div className="cnd-day">
      <select
        className="control"
        aria-label={filters('day.kind', { column: label })}
        value={kind}
        onChange={(event) => choose(event.target.value)}
      >
        {field.kind === 'dateTime' && <option value="moment">{t('condition.moment')}</option>}
        <option value="fixed">{filters('day.fixed')}</option>
        <option value="today">{filters('day.today')}</option>
        <option value="ahead">{filters('day.ahead')}</option>
        <option value="ago">{filters('day.ago')}</option>
      </select>
      {relative?.[1] && (
        <input
          type="text"
          inputMode="numeric"
          className="control"
          maxLength={5}
          aria-label={filters('day.count', { column: label })}
          value={typed ?? relative[2]}
          onChange={(event) => {
            const digits = event.target.value.replaceAll(/\D/g, '');
            setTyped(digits);
            if (digits !== '') set(`today${relative[1]}${digits}`, true);
          }}
          onBlur={() => setTyped(null)}
        />
      )}
      {kind === 'moment' && (
        <input
          type="datetime-local"
          className="control"
          aria-label={label}
          value={text}
          onChange={(event) => event.target.value && set(event.target.value.slice(0, 16), true)}
        />
      )}
      {kind === 'fixed' && <DayInput isBare label={label} value={text} onChange={(day) => set(day, true)} />}
    </div>
  );
}

function Several({ condition, onChange, number, t }: Props): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  const many = Array.isArray(condition.value) ? (condition.value as readonly ConditionScalar[]) : [];
  return (
    <input
      type="text"
      className="control"
      autoComplete="off"
      aria-label={t('condition.value', { number })}
      placeholder={t('condition.several')}
      title={t('condition.several')}
      value={typed ?? many.join(', ')}
      onChange={(event) => {
        setTyped(event.target.value);
        const parts = event.target.value.split(',').map((part) => part.trim());
        onChange({ ...condition, value: [...new Set(parts.filter(Boolean))].slice(0, 200) }, true);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

/** One or more choices. If they cannot be listed, the user types an id. */
function ChoiceValue(props: Props): ReactNode {
  const { condition, field, onChange, number, languageId, t, filters } = props;
  const language = useLanguage();
  const isMany = condition.op === 'in';
  const selected = (Array.isArray(condition.value) ? condition.value : [condition.value])
    .map((one) => String(one ?? '').trim())
    .filter(Boolean);
  const isPerson = field.node.type === 'user' || field.node.type === 'users';
  const choices = useChoices(field.node, isPerson ? selected : [], language, languageId);
  const label = t('condition.value', { number });
  if (choices === null) return <p className="xs muted">{t('condition.choosing')}</p>;
  const unknown = selected.filter((id) => !choices.some((choice) => choice.id === id));
  const all: readonly Choice[] = [...choices, ...unknown.map((id) => ({ id, text: id }))];
  const put = (ids: readonly string[]) => onChange({ ...condition, value: isMany ? ids : (ids[0] ?? ' ') });
  if (isPerson) {
    const chosen = selected.map((id) => all.find((choice) => choice.id === id) as Choice);
    return (
      <>
        {isMany && <Ticks label={label} all={chosen} selected={selected} put={put} />}
        <PersonField
          label={<span className="sr">{label}</span>}
          value={isMany || !chosen[0] ? null : { id: '', key: chosen[0].id, name: chosen[0].text }}
          onChange={(person) => {
            if (person) put(isMany ? [...new Set([...selected, person.key])] : [person.key]);
            else if (!isMany) put([]);
          }}
        />
      </>
    );
  }
  if (choices.length === 0) {
    return isMany ? (
      <Several {...props} />
    ) : (
      <OneValue
        {...props}
        field={{ ...field, kind: 'text' }}
        label={label}
        value={selected[0] ?? ' '}
        set={(value, typing) => onChange({ ...condition, value }, typing)}
      />
    );
  }
  if (isMany) return <Ticks label={label} all={all} selected={selected} put={put} />;
  return (
    <select
      className="control"
      aria-label={label}
      value={selected[0] ?? ''}
      onChange={(event) => put([event.target.value])}
    >
      {selected.length === 0 && <option value="">{filters('add.choose')}</option>}
      {all.map(({ id, text }) => (
        <option key={id} value={id}>
          {text}
        </option>
      ))}
    </select>
  );
}

interface TicksProps {
  readonly label: string;
  readonly all: readonly Choice[];
  readonly selected: readonly string[];
  readonly put: (ids: readonly string[]) => void;
}

function Ticks({ label, all, selected, put }: TicksProps): ReactNode {
  if (all.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll
    <div role="group" aria-label={label} className="cnd-ticks">
      {all.map(({ id, text }) => (
        <label key={id} className="tick">
          <input
            type="checkbox"
            className="check"
            checked={selected.includes(id)}
            onChange={(event) => put(event.target.checked ? [...selected, id] : selected.filter((one) => one !== id))}
          />
          <span className="cut">{text}</span>
        </label>
      ))}
    </div>
  );
}
