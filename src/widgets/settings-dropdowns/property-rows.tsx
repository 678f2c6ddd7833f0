import { Plus, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { randomId } from '../../shared/page/random.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { ControlBox, FieldNote } from '../../shared/ui/field.tsx';
import type { DropdownsText } from './dropdowns-text.ts';
import type { PropertyRow } from './option.rules.ts';

interface Props {
  readonly rows: readonly PropertyRow[];
  readonly onChange: (rows: readonly PropertyRow[]) => void;
  readonly faultOf: (key: string) => string | undefined;
  readonly t: DropdownsText;
}

/** Properties by name and value. A new row takes the focus; after a removal it moves to the button below. */
export function PropertyRows({ rows, onChange, faultOf, t }: Props): ReactNode {
  const list = useRef<HTMLFieldSetElement>(null);
  const count = useRef(rows.length);
  useEffect(() => {
    const now = list.current;
    if (rows.length > count.current) now?.querySelector<HTMLElement>('.property-row:last-of-type input')?.focus();
    if (rows.length < count.current) now?.querySelector<HTMLElement>('.btn.add')?.focus();
    count.current = rows.length;
  }, [rows.length]);
  const put = (key: string, fields: Partial<PropertyRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...fields } : row)));
  return (
    <fieldset className="stack property-rows" ref={list}>
      <legend className="label">{t('properties')}</legend>
      <p className="hint">{t('properties.hint')}</p>
      {rows.map(({ key, name, value }, index) => (
        <div key={key} className="property-row">
          <ControlBox invalid={faultOf(key) !== undefined}>
            <input
              type="text"
              className="mono"
              aria-label={t('property.name', { place: index + 1 })}
              aria-invalid={faultOf(key) ? true : undefined}
              aria-describedby={faultOf(key) ? `${key}-note` : undefined}
              placeholder={t('property.namePlaceholder')}
              maxLength={64}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              value={name}
              onChange={(event) => put(key, { name: event.target.value })}
            />
          </ControlBox>
          <ControlBox>
            <input
              type="text"
              aria-label={t('property.value', { name: name || String(index + 1) })}
              placeholder={t('property.valuePlaceholder')}
              maxLength={500}
              autoComplete="off"
              value={value}
              onChange={(event) => put(key, { value: event.target.value })}
            />
          </ControlBox>
          <IconButton
            icon={X}
            label={t('property.remove', { name: name || String(index + 1) })}
            onClick={() => onChange(rows.filter((row) => row.key !== key))}
          />
          <FieldNote id={`${key}-note`} error={faultOf(key)} />
        </div>
      ))}
      <div>
        <Button
          small
          className="add"
          icon={Plus}
          onClick={() => onChange([...rows, { key: randomId(), name: '', value: '' }])}
        >
          {t('property.add')}
        </Button>
      </div>
    </fieldset>
  );
}
