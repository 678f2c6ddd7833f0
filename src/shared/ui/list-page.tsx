import type { ReactNode } from 'react';
import { useStyles } from '../element/use-styles.ts';
import { SearchBox } from './search-box.tsx';
import styles from './styles/list-page.css?inline';

interface Props {
  /** Introduction above the bar. */
  readonly about?: string;
  /** Saved views at the start of the bar. */
  readonly views?: ReactNode;
  readonly search: { readonly label: string; readonly q: string; readonly onSearch: (q: string) => void };
  /** Buttons after the search, the primary one last. */
  readonly actions: ReactNode;
  /** The table, and dialogs of the page. */
  readonly children: ReactNode;
}

/** A page of one list, whose table has the width of the page. */
export function ListPage({ about, views, search: { label, q, onSearch }, actions, children }: Props): ReactNode {
  useStyles(styles);
  return (
    <div className="list-page">
      {about && <p className="s second about">{about}</p>}
      <div className="list-bar">
        {views}
        <span className="grow" />
        <SearchBox label={label} value={q} className="list-search" onSearch={onSearch} />
        {actions}
      </div>
      {children}
    </div>
  );
}
