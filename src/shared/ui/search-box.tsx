import { Search } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from './icon.tsx';

interface Props {
  readonly label: string;
  readonly placeholder?: string;
  /** The current search text; can change from outside at any time. */
  readonly value: string;
  /** Receives the trimmed text after a pause, at once on Enter, and empty on Escape; never the current value. */
  readonly onSearch: (q: string) => void;
  /** Keyboard shortcut that focuses the box. */
  readonly shortcut?: string;
  readonly className?: string;
}

/** Pause in typing before the list is requested. */
const TYPING_PAUSE_MS = 250;

/** Search field of a list. */
export function SearchBox({
  label,
  placeholder = label,
  value,
  onSearch,
  shortcut,
  className = 'grow',
}: Props): ReactNode {
  const [text, setText] = useState(value);
  const reported = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Changed from outside: a view was selected, or the search cleared. The result of typing here is ignored, as it can
  // arrive late.
  useEffect(() => {
    if (value === reported.current) return;
    clearTimeout(timer.current);
    reported.current = value;
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (typed: string, pause?: number) => {
    const q = typed.trim();
    const report = () => {
      if (q === reported.current) return;
      reported.current = q;
      onSearch(q);
    };
    setText(typed);
    clearTimeout(timer.current);
    if (pause) timer.current = setTimeout(report, pause);
    else report();
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
