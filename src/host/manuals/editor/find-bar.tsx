import type { Editor } from '@tiptap/core';
import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { IconButton } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { findIn, foundIn, goToHit } from './find.ts';
import type { EditorText } from './toolbar.tsx';

interface Props {
  readonly editor: Editor;
  readonly onClose: () => void;
  readonly t: EditorText;
}

/** Search bar: Enter goes to the next match, Escape returns to the text. */
export function FindBar({ editor, onClose, t }: Props): ReactNode {
  const [query, setQuery] = useState('');
  useEffect(() => () => findIn(editor, ''), [editor]);
  const { count, current } = foundIn(editor);
  return (
    <search className="me-find">
      <div className="control">
        <Icon of={Search} />
        <input
          // biome-ignore lint/a11y/noAutofocus: the user opened the search bar
          autoFocus
          type="search"
          aria-label={t('find')}
          placeholder={t('find')}
          value={query}
          onChange={({ target }) => {
            setQuery(target.value);
            findIn(editor, target.value);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onClose();
            if (event.key !== 'Enter') return;
            event.preventDefault();
            goToHit(editor, event.shiftKey ? -1 : 1);
          }}
        />
      </div>
      <span className="xs muted nowrap" role="status">
        {query && (count === 0 ? t('find.none') : t('find.count', { count, current: current + 1 }))}
      </span>
      <IconButton small icon={ChevronUp} label={t('find.previous')} onClick={() => goToHit(editor, -1)} />
      <IconButton small icon={ChevronDown} label={t('find.next')} onClick={() => goToHit(editor, 1)} />
      <IconButton small icon={X} label={t('find.close')} onClick={onClose} />
    </search>
  );
}
