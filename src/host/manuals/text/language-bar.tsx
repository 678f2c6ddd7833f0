import type { ReactNode } from 'react';
import { languageName } from '../../../shared/contracts/language-name.ts';
import type { ManualVersion } from '../../../shared/contracts/manual-authoring.contract.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { StatusShape } from '../../../shared/ui/status-shape.tsx';
import { Group } from '../../builder/group.tsx';
import { type ManualText, useManual } from '../manual-context.ts';
import { languagesOf } from './texts.ts';

interface Props {
  readonly label: string;
  readonly version: ManualVersion;
  readonly current: string;
  readonly onChoose: (languageId: string) => void;
  /** Shows only languages that have a text. */
  readonly onlyWritten?: boolean;
  readonly t: ManualText;
}

/** Languages of a version: the open one, missing ones, and outdated ones. */
export function LanguageBar({ label, version, current, onChoose, onlyWritten = false, t }: Props): ReactNode {
  const { languages: known } = useManual();
  const languages = languagesOf(version, known).filter(({ mark }) => !onlyWritten || mark !== 'missing');
  return (
    <Group label={label} className="btn-group mn-languages">
      {languages.map(({ id, mark }) => {
        const label = mark ? t(`language.${mark}`, { language: languageName(id) }) : languageName(id);
        return (
          <Button key={id} small aria-pressed={current === id} title={label} onClick={() => onChoose(id)}>
            <span aria-hidden="true">{id}</span>
            <span className="sr">{label}</span>
            {mark && <StatusShape status={mark === 'missing' ? 'open' : 'notdue'} />}
          </Button>
        );
      })}
    </Group>
  );
}
