import { Search } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from './icon.tsx';

interface Props {
  readonly label: string;
  readonly placeholder?: string;
  /** What is searched for now; from elsewhere it may change at any time. */
  readonly value: string;
  /** Gets what was typed, without spaces around it, after a pause, at once by Enter, and nothing by Escape; never what is searched for already. */
  readonly onSearch: (q: string) => void;
  /** A key that leads here. */
  readonly shortcut?: string;
  readonly className?: string;
}

/** Typing pauses this long before the list is asked. */
const TYPING_PAUSE_MS = 250;

/** The text by which a list is searched. */
export function SearchBox({
  label,
  placeholder = label,
  value,
  onSearch,
  shortcut,
  className = 'grow',
}: Props): ReactNode {
  const [text, setText] = useState(value);
  const told = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Somebody else changed it: a view was chosen, or it was cleared. What came of typing here is no news, and may come late.
  useEffect(() => {
    if (value === told.current) return;
    clearTimeout(timer.current);
    told.current = value;
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (typed: string, pause?: number) => {
    const q = typed.trim();
    const tell = () => {
      if (q === told.current) return;
      told.current = q;
      onSearch(q);
    };
    setText(typed);
    clearTimeout(timer.current);
    if (pause) timer.current = setTimeout(tell, pause);
    else tell();
  };
  return (
    <div className={`control ${className}`}>
      <Icon of={Search} />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        aria-keyshortcuts={shortcut}
        value={text}
        maxLength={200}
        onChange={(event) => type(event.target.value, TYPING_PAUSE_MS)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') type(text);
          if (key === 'Escape') type('');
        }}
      />
      {shortcut && <kbd className="only-desktop">{shortcut}</kbd>}
    </div>
  );
}
