import type { ReactNode } from 'react';
import { type FunctionName, textOf } from '../../../../shared/forms/index.ts';
import type { Translate } from '../../../../shared/locale/index.ts';
import type { EditorText } from '../editor-text.ts';
import type { Suggestion } from './completion.ts';

interface Props {
  readonly id: string;
  readonly suggestions: readonly Suggestion[];
  readonly active: number;
  readonly onTake: (suggestion: Suggestion) => void;
  /** Language of the form's texts. */
  readonly languageId: string;
  readonly t: EditorText;
  readonly help: Translate<FunctionName>;
}

/** Suggestions as listbox options; the input keeps the focus. */
export function Suggestions({ id, suggestions, active, onTake, languageId, t, help }: Props): ReactNode {
  return suggestions.map((suggestion, index) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
    <div
      key={`${suggestion.kind} ${suggestion.insert}`}
      id={`${id}-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={index === active}
      className={`fx-option ${index === active ? 'is-active' : ''}`}
      ref={(row) => {
        if (row && index === active) row.scrollIntoView({ block: 'nearest' });
      }}
      onClick={() => onTake(suggestion)}
    >
      <span className="mono">{suggestion.kind === 'function' ? suggestion.signature : suggestion.insert}</span>
      <span className="xs muted">{helpOf(suggestion, languageId, t, help)}</span>
    </div>
  ));
}

function helpOf(suggestion: Suggestion, languageId: string, t: EditorText, help: Translate<FunctionName>): string {
  switch (suggestion.kind) {
    case 'field':
      return textOf(suggestion.texts, languageId);
    case 'function':
      return help(suggestion.name);
    case 'keyword':
      return t(`keyword.${suggestion.name}`);
    case 'part':
      return t(`part.${suggestion.name}`);
  }
}
