import { type ReactNode, useState } from 'react';
import type { Texts } from '../../shared/contracts/shapes.contract.ts';
import { useLanguage, useMessages } from '../../shared/locale/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { StatusShape } from '../../shared/ui/status-shape.tsx';
import { useLanguages } from '../../shared/ui/use-languages.ts';
import { Group } from '../builder/group.tsx';
import { fieldsMessages } from './fields.messages.ts';
import './fields.css';

interface Props {
  /** The texts without which a language is marked as missing. */
  readonly texts: Texts;
  /** Draws the fields of a language. */
  readonly children: (languageId: string) => ReactNode;
}

/** Texts in each language of the organisation, one language at a time; the reader's first. */
export function TextLanguages({ texts, children }: Props): ReactNode {
  const t = useMessages(fieldsMessages);
  const own = useLanguage();
  const languages = useLanguages();
  const [current, setCurrent] = useState<string>(own);
  return (
    <>
      <Group label={t('languages')} className="btn-group text-languages">
        {languages.map(([id, name]) => {
          const isMissing = !texts[id]?.trim();
          const label = isMissing ? t('language.missing', { language: name }) : name;
          return (
            <Button key={id} small aria-pressed={current === id} title={label} onClick={() => setCurrent(id)}>
              <span aria-hidden="true">{id}</span>
              <span className="sr">{label}</span>
              {isMissing && <StatusShape status="open" />}
            </Button>
          );
        })}
      </Group>
      {children(current)}
    </>
  );
}

/** Texts without the blank ones. */
export const filledTexts = (texts: Texts): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).flatMap(([id, text]) => (text?.trim() ? [[id, text.trim()]] : [])));
