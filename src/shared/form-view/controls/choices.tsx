import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { ComboBox } from '../../ui/combo-box.tsx';
import { useFound } from '../../ui/use-found.ts';
import { useForm } from '../form-context.ts';
import type { Choice } from '../services.ts';
import { shownName } from '../shown-text.ts';
import { ownOptions, useChoices } from '../use-choices.ts';
import { useFit } from '../use-fit.ts';
import { type InputProps, invalidClass, type PartNames } from './control.ts';

/** Id of "nothing" in every list of choices. */
const EMPTY_ID = 'emptyValue';
/** From this number of options on, the list is searched instead of scrolled. */
const NATIVE_MAX = 12;

/** One of a few options in a native select, one of many in a combobox. */
export function DropdownInput(props: InputProps & PartNames): ReactNode {
  const { language } = useForm();
  const field = props.state.definition.node;
  const isShort = !('source' in field && field.source) && ownOptions(field, language).length <= NATIVE_MAX;
  return isShort ? <NativeSelect {...props} /> : <SearchInput {...props} />;
}

function NativeSelect({ state, control }: InputProps): ReactNode {
  useSignals();
  const { t, language } = useForm();
  const { value } = state.value;
  const options = ownOptions(state.definition.node, language);
  const isGone = typeof value === 'string' && !options.some(({ id }) => id === value);
  return (
    <select
      {...control}
      className={`control ${invalidClass(control)}`}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => state.set(event.target.value || null)}
      onBlur={state.leave}
    >
      <option value="">{state.required.value ? t('choose') : t('empty')}</option>
      {isGone && <option value={value}>{t('gone')}</option>}
      {options.map(({ id, text }) => (
        <option key={id} value={id}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** One of the organisation's options, people, departments or records. */
export function SearchInput({ state, control, label }: InputProps & PartNames): ReactNode {
  useSignals();
  const { t } = useForm();
  const choices = useChoices(state);
  useFit(state, choices);
  const { value } = state.value;
  const name = typeof value === 'string' ? choices.nameOf(value) : null;
  const empty: Choice = { id: EMPTY_ID, text: t('empty') };
  const canEmpty = value !== null && !state.required.value;
  return (
    <ComboBox
      control={control}
      invalid={control['aria-invalid'] ?? false}
      label={label}
      text={value === null ? '' : shownName(name, t)}
      placeholder={t(state.definition.node.type === 'user' ? 'search.people' : 'choose')}
      lead={name?.avatar !== undefined && <Avatar name={name.text} picture={name.avatar} size={20} />}
      about={`${choices.about} ${canEmpty}`}
      find={async (q, signal) => {
        const found = await choices.find(q, signal);
        return canEmpty && q === '' ? [empty, ...found] : found;
      }}
      isChosen={(id) => id === value}
      onPick={(choice) => {
        if (choice.id !== EMPTY_ID) choices.remember(choice);
        state.set(choice.id === EMPTY_ID ? null : choice.id);
      }}
      onClear={() => state.set(null)}
      onLeave={state.leave}
    />
  );
}

/** A few options, all visible. */
export function RadioInput({ state, control }: InputProps): ReactNode {
  useSignals();
  const { t } = useForm();
  const choices = useChoices(state);
  useFit(state, choices);
  const { status, items } = useFound(choices.find, '', choices.about);
  const { value } = state.value;
  // A selected option is still shown when it is no longer offered.
  const isGone = status === 'ready' && typeof value === 'string' && !items.some(({ id }) => id === value);
  const shown = isGone ? [...items, { id: value, text: shownName(choices.nameOf(value), t) }] : items;
  useEffect(() => {
    for (const item of items) choices.remember(item);
  });
  return (
    <div className="stack radios">
      {shown.map(({ id, text }, index) => (
        <label className="tick" key={id}>
          <input
            {...(index === 0 ? control : { 'aria-describedby': control['aria-describedby'] })}
            type="radio"
            className="check"
            name={control.id}
            checked={value === id}
            onChange={() => state.set(id)}
            onBlur={state.leave}
          />
          <span>{text}</span>
        </label>
      ))}
      {shown.length === 0 && <p className="s muted">{status === 'loading' ? '…' : t('choices.none')}</p>}
    </div>
  );
}
