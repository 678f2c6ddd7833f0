import { Check, ChevronsUpDown } from 'lucide-react';
import {
  type ClipboardEventHandler,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useStyles } from '../element/use-styles.ts';
import { useMessages } from '../locale/use-messages.ts';
import { Avatar } from './avatar.tsx';
import { comboBoxMessages } from './combo-box.messages.ts';
import { Icon } from './icon.tsx';
import { placeBeside } from './place.ts';
import styles from './styles/combo-box.css?inline';
import { type Find, type Found, useFound } from './use-found.ts';
import './styles/parts-sheet.ts';

export interface ComboItem {
  readonly id: string;
  readonly text: string;
  /** Distinguishes items of the same name. */
  readonly detail?: string;
  /** Path of a person's picture; `null` for a person without one, omitted for other items. */
  readonly avatar?: string | null;
}

/** Attributes that an input takes from its field. */
interface ControlAttributes {
  readonly id: string;
  readonly 'aria-label'?: string | undefined;
  readonly 'aria-invalid'?: true | undefined;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-required'?: true | undefined;
  readonly required?: boolean | undefined;
}

export interface ComboBoxProps {
  readonly control: ControlAttributes;
  readonly invalid?: boolean;
  /** Label of the list for screen readers. */
  readonly label: string;
  /** Text of the input while nothing is typed. */
  readonly text?: string;
  readonly placeholder?: string;
  /** Before the input: a picture or the selected items. */
  readonly lead?: ReactNode;
  readonly find: Find<ComboItem>;
  /** Context of the search, apart from its text; a change searches again. */
  readonly about?: string;
  readonly onPick: (item: ComboItem) => void;
  /** The text was deleted: nothing is selected any more. */
  readonly onClear?: () => void;
  /** The input has lost the focus; `typed` was not chosen. */
  readonly onLeave?: (typed: string) => void;
  readonly isChosen?: (id: string) => boolean;
  /** Multiple choice: the list stays open, and the input is emptied after each choice. */
  readonly several?: boolean;
  /** Receives key presses before the box handles them; `typed` is the input's text. */
  readonly onKey?: (event: KeyboardEvent<HTMLInputElement>, typed: string, isActive: boolean) => boolean;
  readonly onPaste?: ClipboardEventHandler<HTMLInputElement> | undefined;
  /** Texts for no results and for the number of results, where the default is not exact enough. */
  readonly words?: { readonly none?: string; readonly found?: (count: number) => string };
  readonly inputRef?: RefObject<HTMLInputElement | null>;
}

/** Maximum number of options rendered; typing narrows the list. */
const SHOWN_MAX = 100;

/**
 * Combobox according to the ARIA practices. Arrow keys move through the results, Enter chooses, Escape closes; the list
 * opens in the browser's top layer. A failed search shows an empty list with a retry button.
 */
export function ComboBox(props: ComboBoxProps): ReactNode {
  const { control, invalid, label, text = '', placeholder, lead, find, about = '', several = false, words } = props;
  useStyles(styles);
  const t = useMessages(comboBoxMessages);
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const own = useRef<HTMLInputElement>(null);
  const input = props.inputRef ?? own;
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [turn, setTurn] = useState(0);
  const found = useFound(find, open ? (typed ?? '') : null, about, turn);
  const items = found.items.slice(0, SHOWN_MAX);
  const isChosen = props.isChosen ?? (() => false);

  useLayoutEffect(() => {
    const { current } = menu;
    if (!current) return;
    if (open && !current.matches(':popover-open')) current.showPopover();
    if (!open && current.matches(':popover-open')) current.hidePopover();
    if (open && box.current) placeBeside(box.current, current);
  });

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const take = (item: ComboItem) => {
    props.onPick(item);
    setTyped(null);
    if (several) setActive(-1);
    else close();
  };
  const move = (step: 1 | -1) => {
    if (!open) setOpen(true);
    const { length } = items;
    if (length > 0) setActive((active + step + length + (active < 0 && step < 0 ? 1 : 0)) % length);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    // During composition the input method uses these keys.
    if (event.nativeEvent.isComposing) return;
    if (props.onKey?.(event, typed ?? '', active >= 0)) {
      setTyped(null);
      return;
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      const item = items[Math.max(active, 0)];
      if (found.status === 'failed') setTurn(turn + 1);
      else if (item && (active >= 0 || typed)) take(item);
      else close();
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      event.stopPropagation();
      setTyped(null);
      close();
    }
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press beside the input counts as one on it */}
      <div
        ref={box}
        className={`control combo ${several ? 'several' : ''} ${invalid ? 'invalid' : ''}`}
        onMouseDown={(event) => {
          if (event.target !== box.current) return;
          event.preventDefault();
          input.current?.focus();
          setOpen(true);
        }}
      >
        {(several || typed === null) && lead}
        <input
          {...control}
          ref={input}
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={listId}
          aria-activedescendant={open && active >= 0 && items[active] ? `${listId}-${active}` : undefined}
          placeholder={placeholder}
          value={typed ?? text}
          onClick={() => setOpen(true)}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(-1);
            setOpen(true);
            if (event.target.value.trim() === '') props.onClear?.();
          }}
          onKeyDown={press}
          onPaste={props.onPaste}
          onBlur={() => {
            // Input that was not chosen is dropped: the selected item shows again.
            setTyped(null);
            close();
            props.onLeave?.(typed ?? '');
          }}
        />
        {!several && <Icon of={ChevronsUpDown} size="s" />}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus in the field */}
      <div ref={menu} popover="manual" className="menu combo-menu" onMouseDown={(event) => event.preventDefault()}>
        <div role="listbox" id={listId} aria-label={label} aria-multiselectable={several || undefined}>
          {open &&
            items.map((item, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
              <div
                key={item.id}
                id={`${listId}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={several ? isChosen(item.id) : index === active}
                className={index === active ? 'is-active' : ''}
                ref={(row) => {
                  if (row && index === active) row.scrollIntoView({ block: 'nearest' });
                }}
                onClick={() => take(item)}
              >
                {item.avatar !== undefined && <Avatar name={item.text} picture={item.avatar} />}
                <span className="stack grow">
                  <span className="cut">{item.text}</span>
                  {item.detail && <span className="xs muted cut">{item.detail}</span>}
                </span>
                {isChosen(item.id) && <Icon of={Check} size="s" />}
              </div>
            ))}
        </div>
        {open && <Foot found={found} none={words?.none ?? t('none')} onRetry={() => setTurn(turn + 1)} />}
      </div>
      <span className="sr" role="status">
        {open && found.status === 'failed' && t('failed')}
        {open && found.status === 'ready' && (words?.found?.(items.length) ?? t('found', { count: items.length }))}
      </span>
    </>
  );
}

interface FootProps {
  readonly found: Found<ComboItem>;
  readonly none: string;
  readonly onRetry: () => void;
}

/** Status line below the list. */
function Foot({ found, none, onRetry }: FootProps): ReactNode {
  const t = useMessages(comboBoxMessages);
  const { status, items } = found;
  if (status === 'failed') {
    return (
      <p className="s muted">
        <span className="grow">{t('failed')}</span>
        <button type="button" className="link" tabIndex={-1} onClick={onRetry}>
          {t('retry')}
        </button>
      </p>
    );
  }
  if (status === 'loading') return items.length > 0 ? null : <p className="s muted late">{t('loading')}</p>;
  if (items.length > SHOWN_MAX) return <p className="xs muted">{t('more', { count: SHOWN_MAX })}</p>;
  return items.length === 0 ? <p className="s muted">{none}</p> : null;
}
