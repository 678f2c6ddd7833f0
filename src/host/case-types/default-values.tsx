import { Plus, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import type { CaseTypesText } from './case-types-text.ts';
import { type DefaultRow, isVariable } from './default-values.rules.ts';

interface Props {
  readonly rows: readonly DefaultRow[];
  readonly isTried: boolean;
  /** The fault of a field, by its pointer. */
  readonly faultAt: (pointer: string) => string | undefined;
  readonly onChange: (rows: DefaultRow[]) => void;
  readonly t: CaseTypesText;
}

/** Values that a start gives to the form and to the process. */
export function DefaultValues({ rows, isTried, faultAt, onChange, t }: Props): ReactNode {
  const id = useId();
  const put = (at: number, change: Partial<DefaultRow>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...change } : row)));
  return (
    <fieldset className="stack case-rules" aria-describedby={id}>
      <legend className="label">{t('defaults')}</legend>
      <p className="xs muted" id={id}>
        {t('defaults.hint')}
      </p>
      {rows.map(({ name, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two rows can be equal while they are typed
        <div className="row case-rule" key={index}>
          <TextField
            label={t('defaults.name')}
            required
            isCode
            maxLength={64}
            value={name}
            error={isTried && !isVariable(name) ? t('fault.variable') : faultAt(`/defaults/${name.trim()}`)}
            onChange={(typed) => put(index, { name: typed })}
          />
          <TextField
            label={t('defaults.value')}
            isCode
            maxLength={2000}
            value={text}
            onChange={(typed) => put(index, { text: typed })}
          />
          <IconButton
            icon={X}
            label={t('defaults.remove', { number: index + 1 })}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <div>
        <Button small icon={Plus} onClick={() => onChange([...rows, { name: '', text: '' }])}>
          {t('defaults.add')}
        </Button>
      </div>
    </fieldset>
  );
}
