import { Columns3 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RecordColumn } from '../contracts/records.contract.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { ChoiceControl } from '../ui/choice-control.tsx';
import { Popover } from '../ui/popover.tsx';
import type { RegistryText } from './registry-text.ts';

interface Props {
  readonly columns: readonly RecordColumn[];
  readonly chosen: readonly string[];
  /** Null: the columns that the registry shows. */
  readonly onChoose: (columns: readonly string[] | null) => void;
  readonly t: RegistryText;
}

/** Chooses the columns of the table; at least one stays. */
export function ColumnChooser({ columns, chosen, onChoose, t }: Props): ReactNode {
  const change = (field: string, isShown: boolean) =>
    onChoose(
      columns.filter((one) => (one.field === field ? isShown : chosen.includes(one.field))).map(({ field }) => field),
    );
  return (
    <Popover
      label={t('columns')}
      align="end"
      trigger={(opener) => <IconButton {...opener} icon={Columns3} label={t('columns')} />}
    >
      {(close) => (
        <>
          <fieldset className="stack registry-columns">
            <legend className="label">{t('columns.shown')}</legend>
            {columns.map(({ field, title }) => (
              <ChoiceControl
                key={field}
                label={title}
                checked={chosen.includes(field)}
                disabled={chosen.length === 1 && chosen.includes(field)}
                onChange={(isShown) => change(field, isShown)}
              />
            ))}
          </fieldset>
          <Button
            onClick={() => {
              onChoose(null);
              close();
            }}
          >
            {t('columns.standard')}
          </Button>
        </>
      )}
    </Popover>
  );
}
