import { useSignals } from '@preact/signals-react/runtime';
import { X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { type FieldState, isTexts } from '../../forms/index.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ComboBox, type ComboItem } from '../../ui/combo-box.tsx';
import { Icon } from '../../ui/icon.tsx';
import { showSnack } from '../../ui/snackbar.ts';
import { createChooser, namesIn } from '../choose-by-text.ts';
import { useForm } from '../form-context.ts';
import { shownName } from '../shown-text.ts';
import { useChoices } from '../use-choices.ts';
import { useFit } from '../use-fit.ts';
import type { InputProps, PartNames } from './control.ts';

const TAG_MAX = 100;

const textsOf = (state: FieldState): readonly string[] => {
  const { value } = state.value;
  return isTexts(value) ? value : [];
};

/** Several options or people, with search. */
export function SeveralInput({ state, control, label }: InputProps & PartNames): ReactNode {
  useSignals();
  const { t, language, services, names } = useForm();
  const choices = useChoices(state);
  useFit(state, choices);
  const held = textsOf(state);
  const chips = held.map((id): ComboItem => {
    const name = choices.nameOf(id);
    return { id, text: shownName(name, t), ...(name?.avatar !== undefined ? { avatar: name.avatar } : {}) };
  });
  return (
    <ChipsBox
      state={state}
      control={control}
      label={label}
      chips={chips}
      placeholder={t(state.definition.node.type === 'users' ? 'search.people' : 'choose')}
      about={choices.about}
      find={choices.find}
      onPick={(choice) => {
        choices.remember(choice);
        return choice.id;
      }}
      idsOf={(texts) => {
        const choose = createChooser({ services, names, language });
        return Promise.all(texts.map((text) => choose(state, text)));
      }}
    />
  );
}

/** Free short texts: Enter, a comma or leaving the input adds the typed text. */
export function TagsInput({ state, control, label }: InputProps & PartNames): ReactNode {
  useSignals();
  const { t } = useForm();
  const field = state.definition.node;
  const held = textsOf(state);
  const suggestions = field.type === 'tags' ? (field.suggestions ?? []) : [];
  return (
    <ChipsBox
      state={state}
      control={control}
      label={label}
      chips={held.map((text) => ({ id: text, text }))}
      placeholder={t('tags.add')}
      about={held.join()}
      find={(q) =>
        suggestions
          .filter((text) => !held.includes(text) && text.toLocaleLowerCase().includes(q.toLocaleLowerCase()))
          .map((text) => ({ id: text, text }))
      }
      onPick={({ id }) => id}
      none={t('tags.none')}
      isFree
    />
  );
}

interface ChipsProps extends InputProps, PartNames {
  readonly chips: readonly ComboItem[];
  readonly placeholder: string;
  readonly about: string;
  readonly find: Parameters<typeof ComboBox>[0]['find'];
  /** Returns the field's value for an item. */
  readonly onPick: (item: ComboItem) => string;
  readonly none?: string;
  /** Ids for pasted texts, in order; null for texts that match no choice. */
  readonly idsOf?: (texts: readonly string[]) => Promise<readonly (string | null)[]>;
  /** Typed text is accepted as it is. */
  readonly isFree?: boolean;
}

/**
 * Selected items as chips. Backspace in the empty input removes the last one; the left arrow moves among them, Delete
 * and Backspace remove the focused one.
 */
function ChipsBox({
  state,
  control,
  label,
  chips,
  placeholder,
  about,
  find,
  onPick,
  none,
  idsOf = async (texts) => texts.map((text) => text.slice(0, TAG_MAX)),
  isFree,
}: ChipsProps): ReactNode {
  const { t } = useForm();
  const list = useRef<HTMLUListElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const held = chips.map(({ id }) => id);
  const buttons = () => [...(list.current?.querySelectorAll<HTMLButtonElement>('button') ?? [])];

  const put = (next: readonly string[]) => state.set(next.length > 0 ? next : null);
  const remove = (index: number, focus: 'input' | 'chip') => {
    const chip = chips[index];
    if (!chip) return;
    put(held.toSpliced(index, 1));
    setAnnouncement(t('several.removed', { value: chip.text, count: chips.length - 1 }));
    if (focus === 'input') input.current?.focus();
    else requestAnimationFrame(() => (buttons()[Math.min(index, chips.length - 2)] ?? input.current)?.focus());
  };
  const add = (id: string, text: string) => {
    if (held.includes(id)) return;
    put([...held, id]);
    setAnnouncement(t('several.added', { value: text, count: chips.length + 1 }));
  };
  const addTyped = (typed: string): boolean => {
    const texts = typed
      .split(',')
      .map((text) => text.trim().slice(0, TAG_MAX))
      .filter(Boolean);
    const fresh = [...new Set(texts)].filter((text) => !held.includes(text));
    if (fresh.length > 0) put([...held, ...fresh]);
    return texts.length > 0;
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text/plain');
    const texts = namesIn(text);
    // A block of cells is for the surrounding table; a single name is searched as if typed.
    const isBlock = /[\t\n]/.test(text.trim()) && event.currentTarget.closest('tr') !== null;
    if (texts.length < 2 || isBlock) return;
    event.preventDefault();
    void idsOf(texts).then((ids) => {
      const before = state.value.peek();
      const now = isTexts(before) ? before : [];
      const fresh = [...new Set(ids)].filter((id) => id !== null && !now.includes(id)) as string[];
      if (fresh.length > 0) put([...now, ...fresh]);
      const unknown = texts.filter((_, index) => ids[index] === null).map((name) => `“${name.slice(0, 40)}”`);
      setAnnouncement(t('several.pasted', { count: fresh.length }));
      if (unknown.length > 0) showSnack({ text: t('several.unknown', { list: unknown.join(', ') }), color: 'red' });
    });
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>, typed: string, isActive: boolean): boolean => {
    if (typed === '' && event.key === 'Backspace') {
      remove(chips.length - 1, 'input');
      return false;
    }
    if (typed === '' && event.key === 'ArrowLeft') buttons().at(-1)?.focus();
    if (!isFree || isActive || (event.key !== 'Enter' && event.key !== ',') || typed.trim() === '') return false;
    event.preventDefault();
    return addTyped(typed);
  };
  const onChipKey = (event: KeyboardEvent, index: number) => {
    if (event.key === 'Delete' || event.key === 'Backspace') remove(index, 'chip');
    else if (event.key === 'ArrowLeft') buttons()[Math.max(0, index - 1)]?.focus();
    else if (event.key === 'ArrowRight') (buttons()[index + 1] ?? input.current)?.focus();
    else return;
    event.preventDefault();
  };
  const countId = `${control.id}-count`;
  return (
    <>
      <ComboBox
        control={{ ...control, 'aria-describedby': [control['aria-describedby'], countId].filter(Boolean).join(' ') }}
        invalid={control['aria-invalid'] ?? false}
        label={label}
        placeholder={chips.length === 0 ? placeholder : ''}
        lead={
          chips.length > 0 && (
            <ul className="chips" ref={list} aria-label={label}>
              {chips.map(({ id, text, avatar }, index) => (
                <li key={id} className="chip on">
                  {avatar !== undefined && <Avatar name={text} picture={avatar} size={20} />}
                  <span className="cut">{text}</span>
                  <button
                    type="button"
                    className="btn ghost icon"
                    tabIndex={-1}
                    aria-label={t('several.remove', { value: text })}
                    onKeyDown={(event) => onChipKey(event, index)}
                    onClick={() => remove(index, 'input')}
                  >
                    <Icon of={X} size="s" />
                  </button>
                </li>
              ))}
            </ul>
          )
        }
        about={about}
        find={find}
        several
        isChosen={(id) => held.includes(id)}
        onPick={(item) => {
          const id = onPick(item);
          if (held.includes(id)) remove(held.indexOf(id), 'input');
          else add(id, item.text);
        }}
        onKey={onKey}
        onPaste={onPaste}
        onLeave={(typed) => {
          if (isFree) addTyped(typed);
          state.leave();
        }}
        {...(none ? { words: { none } } : {})}
        inputRef={input}
      />
      <span className="sr" id={countId}>
        {t('several.count', { count: chips.length, list: chips.map(({ text }) => text).join(', ') })}
      </span>
      <span className="sr" role="status">
        {announcement}
      </span>
    </>
  );
}
