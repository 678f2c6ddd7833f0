import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { call } from '../api/index.ts';
import { findPeople } from '../contracts/session.contract.ts';
import type { UserRef } from '../contracts/shapes.contract.ts';
import { useMessages } from '../locale/use-messages.ts';
import { Avatar } from './avatar.tsx';
import { ControlBox, Field } from './field.tsx';
import { personFieldMessages } from './person-field.messages.ts';
import { placeBeside } from './place.ts';

const LOOK_AFTER_MS = 200;

interface Props {
  readonly label: ReactNode;
  readonly value: UserRef | null;
  readonly onChange: (person: UserRef | null) => void;
  /** Key or username of somebody who is left out of what is found. */
  readonly besides?: string | null;
  readonly required?: boolean;
  readonly error?: string | undefined;
  /** Columns of the form's twelve. */
  readonly className?: string;
}

/**
 * Chooses a person by the beginning of a name: a combobox as the ARIA practices have it. Arrow keys go through what was
 * found, Enter takes it, Escape leaves it; the list opens in the browser's top layer.
 */
export function PersonField({
  label,
  value,
  onChange,
  besides = null,
  required = false,
  error,
  className = '',
}: Props): ReactNode {
  const t = useMessages(personFieldMessages);
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const found = usePeople(open ? (typed ?? '') : null, besides);
  const people = found ?? [];

  useLayoutEffect(() => {
    const { current } = list;
    if (!current) return;
    if (open && !current.matches(':popover-open')) current.showPopover();
    if (!open && current.matches(':popover-open')) current.hidePopover();
    if (open && box.current) placeBeside(box.current, current);
  });

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const take = (person: UserRef) => {
    onChange(person);
    setTyped(null);
    close();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (!open) setOpen(true);
      if (people.length > 0)
        setActive((active + step + people.length + (active < 0 && step < 0 ? 1 : 0)) % people.length);
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      const person = people[Math.max(active, 0)];
      if (person) take(person);
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      event.stopPropagation();
      setTyped(null);
      close();
    }
  };
  return (
    <Field label={label} required={required} error={error} className={className}>
      {(control) => (
        <>
          <div ref={box}>
            <ControlBox invalid={error !== undefined}>
              {value && typed === null && <Avatar name={value.name} picture={value.avatar} size={20} />}
              <input
                {...control}
                type="text"
                role="combobox"
                autoComplete="off"
                spellCheck={false}
                aria-autocomplete="list"
                aria-expanded={open}
                aria-controls={listId}
                aria-activedescendant={open && active >= 0 ? `${listId}-${active}` : undefined}
                placeholder={t('person.placeholder')}
                value={typed ?? value?.name ?? ''}
                onClick={() => setOpen(true)}
                onChange={(event) => {
                  setTyped(event.target.value);
                  setActive(-1);
                  setOpen(true);
                  if (event.target.value.trim() === '') onChange(null);
                }}
                onKeyDown={press}
                onBlur={() => {
                  // What was typed and not chosen is no person: the one that was chosen stands there again.
                  setTyped(null);
                  close();
                }}
              />
            </ControlBox>
          </div>
          <div
            ref={list}
            id={listId}
            role="listbox"
            aria-label={t('person.list')}
            popover="manual"
            className="menu people"
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
          >
            {people.map((person, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
              <div
                key={person.key}
                id={`${listId}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className={index === active ? 'is-active' : ''}
                ref={(row) => {
                  if (row && index === active) row.scrollIntoView({ block: 'nearest' });
                }}
                onClick={() => take(person)}
              >
                <Avatar name={person.name} picture={person.avatar} />
                <span className="stack grow">
                  <span className="cut">{person.name}</span>
                  <span className="xs muted cut">{person.id}</span>
                </span>
              </div>
            ))}
            {open && found !== null && people.length === 0 && <p className="s muted">{t('person.none')}</p>}
          </div>
          <span className="sr" role="status">
            {open && found !== null && t('person.found', { count: people.length })}
          </span>
        </>
      )}
    </Field>
  );
}

/** Who is found by this beginning; null while nothing is asked or on its way for the first time. */
function usePeople(q: string | null, besides: string | null): readonly UserRef[] | null {
  const [people, setPeople] = useState<readonly UserRef[] | null>(null);
  useEffect(() => {
    if (q === null) {
      setPeople(null);
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(
      async () => {
        try {
          const { items } = await call(findPeople, { query: { q: q.trim() }, signal: stop.signal });
          setPeople(items.filter(({ key, id }) => key !== besides && id !== besides));
        } catch {
          // Without an answer nobody is offered; typing on asks again.
        }
      },
      q === '' ? 0 : LOOK_AFTER_MS,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [q, besides]);
  return people;
}
