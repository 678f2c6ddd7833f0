import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { call } from '../api/index.ts';
import { findPeople } from '../contracts/session.contract.ts';
import type { UserRef } from '../contracts/shapes.contract.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Field } from '../ui/field.tsx';
import { placeBeside } from '../ui/place.ts';
import type { CommentsText } from './comments-text.ts';
import { mentionAt, withMention } from './mentions.ts';

interface Props {
  readonly label: string;
  readonly hint?: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Called when a user is chosen; the text already contains the name. */
  readonly onMention: (person: UserRef) => void;
  readonly onSend: () => void;
  readonly aside?: ReactNode;
  readonly error?: string | undefined;
  readonly boxRef?: Ref<HTMLTextAreaElement>;
  readonly t: CommentsText;
}

const SEARCH_AFTER_MS = 150;

/** Text input with suggestions of users after `@`. Arrow keys and Enter choose, Escape closes; Ctrl+Enter sends. */
export function MentionBox({
  label,
  hint,
  text,
  onText,
  onMention,
  onSend,
  aside,
  error,
  boxRef,
  t,
}: Props): ReactNode {
  const listId = useId();
  const own = useRef<HTMLTextAreaElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const found = usePeople(asked);
  const people = found ?? [];
  const open = asked !== null && found !== null;

  useLayoutEffect(() => {
    const { current } = list;
    if (!current) return;
    if (open && !current.matches(':popover-open')) current.showPopover();
    if (!open && current.matches(':popover-open')) current.hidePopover();
    if (open && own.current) placeBeside(own.current, current);
  });

  const search = () => {
    const box = own.current;
    setAsked(box ? (mentionAt(box.value, box.selectionStart)?.q ?? null) : null);
    setActive(0);
  };
  const take = (person: UserRef) => {
    const box = own.current;
    const place = box && mentionAt(box.value, box.selectionStart);
    if (!box || !place) return;
    const next = withMention(box.value, place, person.name);
    onText(next.text);
    onMention(person);
    setAsked(null);
    requestAnimationFrame(() => {
      box.focus();
      box.setSelectionRange(next.caret, next.caret);
    });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSend();
      return;
    }
    if (!open) return;
    const person = people[active];
    if (event.key === 'Escape') setAsked(null);
    else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && people.length > 0) {
      setActive((active + (event.key === 'ArrowDown' ? 1 : -1) + people.length) % people.length);
    } else if ((event.key === 'Enter' || event.key === 'Tab') && person) take(person);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Field label={label} aside={aside} hint={hint} error={error} announces>
      {(control) => (
        <>
          <textarea
            {...control}
            ref={(box) => {
              own.current = box;
              if (typeof boxRef === 'function') boxRef(box);
              else if (boxRef) boxRef.current = box;
            }}
            className={error ? 'control invalid' : 'control'}
            rows={3}
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-controls={listId}
            aria-activedescendant={open && people.length > 0 ? `${listId}-${active}` : undefined}
            value={text}
            onChange={(event) => {
              onText(event.target.value);
              search();
            }}
            onClick={search}
            onKeyDown={press}
            onBlur={() => setAsked(null)}
          />
          <div
            ref={list}
            id={listId}
            role="listbox"
            aria-label={t('people')}
            popover="manual"
            className="menu people"
            // Keeps the focus in the text.
            onMouseDown={(event) => event.preventDefault()}
          >
            {people.map((person, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the text input handles the keys
              <div
                key={person.key}
                id={`${listId}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className={index === active ? 'is-active' : ''}
                onClick={() => take(person)}
              >
                <Avatar name={person.name} picture={person.avatar} />
                <span className="stack grow">
                  <span className="cut">{person.name}</span>
                  <span className="xs muted cut">{person.id}</span>
                </span>
              </div>
            ))}
            {open && people.length === 0 && <p className="s muted">{t('found', { count: 0 })}</p>}
          </div>
          <span className="sr" role="status">
            {open && t('found', { count: people.length })}
          </span>
        </>
      )}
    </Field>
  );
}

/** Users whose name starts with `q`; null without a query. */
function usePeople(q: string | null): readonly UserRef[] | null {
  const [people, setPeople] = useState<readonly UserRef[] | null>(null);
  useEffect(() => {
    if (q === null) {
      setPeople(null);
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const { items } = await call(findPeople, { query: { q }, signal: stop.signal });
        setPeople(items.slice(0, 8));
      } catch {
        // Without an answer there are no suggestions; typing on asks again.
      }
    }, SEARCH_AFTER_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [q]);
  return people;
}
