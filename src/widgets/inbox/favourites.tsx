import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../../shared/api/index.ts';
import { type CatalogueEntry, getCatalogue } from '../../shared/contracts/catalogue.contract.ts';
import { useLanguage } from '../../shared/locale/index.ts';

/** Maximum number of items in the empty inbox. */
const SHOWN_MAX = 6;

interface Props {
  readonly label: string;
  readonly onStart: (item: string) => void;
}

/** The user's favourites of the catalogue as buttons; nothing without any, or while they cannot be loaded. */
export function Favourites({ label, onStart }: Props): ReactNode {
  const [items, setItems] = useState<readonly CatalogueEntry[]>([]);
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: titles are in the reader's language
  useEffect(() => {
    const stop = new AbortController();
    call(getCatalogue, { signal: stop.signal }).then(
      (catalogue) => setItems(catalogue.items.filter((one) => one.isFavourite && one.address === null)),
      // The list works without them.
      () => undefined,
    );
    return () => stop.abort();
  }, [language]);
  if (items.length === 0) return null;
  return (
    <ul className="row wrap plain favourites" aria-label={label}>
      {items.slice(0, SHOWN_MAX).map(({ id, title }) => (
        <li key={id}>
          <button type="button" className="btn" onClick={() => onStart(id)}>
            {title}
          </button>
        </li>
      ))}
    </ul>
  );
}
