import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../../../shared/api/index.ts';
import { listDimensions } from '../../../shared/contracts/reference-data.contract.ts';
import { usesOfKey } from '../../../shared/forms/index.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ControlBox, Field } from '../../../shared/ui/field.tsx';
import { useBuilder } from '../builder-context.ts';
import { rename } from '../edits/member-edits.ts';
import { keyOf, type NodeId, placesOf } from '../edits/tree.ts';
import { Group } from '../group.tsx';
import { SelectControl } from './controls.tsx';

/** Applies the key on blur or Enter, because each keystroke would rename all references. */
export function KeyControl({ id, error }: { readonly id: NodeId; readonly error: string | undefined }): ReactNode {
  useSignals();
  const { store, t } = useBuilder();
  const body = store.body.value;
  const node = placesOf(body).get(id)?.node;
  const key = node && 'key' in node ? node.key : '';
  const [typed, setTyped] = useState(key);
  useEffect(() => setTyped(key), [key]);
  const uses = usesOfKey(body, keyOf(body, id) ?? '').length;
  const take = () => {
    if (typed.trim() !== key) store.apply(rename(id, typed.trim()));
    if (typed.trim() === '') setTyped(key);
  };
  return (
    <Field label={t('p.key')} required error={error} hint={t('p.key.used', { count: uses })}>
      {(control) => (
        <ControlBox invalid={error !== undefined}>
          <input
            {...control}
            className="mono"
            data-own-keys=""
            spellCheck={false}
            autoComplete="off"
            maxLength={64}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={take}
            onKeyDown={(event) => {
              if (event.key === 'Enter') take();
              if (event.key === 'Escape') setTyped(key);
            }}
          />
        </ControlBox>
      )}
    </Field>
  );
}

const WIDTHS = [
  [3, '¼'],
  [4, '⅓'],
  [6, '½'],
  [8, '⅔'],
] as const;

/** Width of a field in twelfths of its row. */
export function WidthControl({
  value,
  onChange,
}: {
  readonly value: number;
  readonly onChange: (width: number | undefined) => void;
}): ReactNode {
  const { t } = useBuilder();
  const others = [5, 7].filter((width) => width === value);
  return (
    <div className="field">
      <span className="label">{t('p.width')}</span>
      <Group label={t('p.width')} className="btn-group fb-widths">
        {WIDTHS.map(([width, text]) => (
          <Button small key={width} aria-pressed={value === width} onClick={() => onChange(width)}>
            {text}
          </Button>
        ))}
        {others.map((width) => (
          <Button small key={width} aria-pressed={true}>
            {width}/12
          </Button>
        ))}
        <Button small aria-pressed={value === 12} onClick={() => onChange(undefined)}>
          {t('p.width.full')}
        </Button>
      </Group>
    </div>
  );
}

/** Chooses the dimension of reference data that a field offers. */
export function DimensionControl({
  value,
  error,
  onChange,
}: {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (code: string) => void;
}): ReactNode {
  const { t } = useBuilder();
  const [known, setKnown] = useState<readonly { readonly code: string; readonly name: string }[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    call(listDimensions, { query: { limit: 200 }, signal: stop.signal })
      .then(({ items }) => setKnown(items))
      .catch(() => {
        // If the list fails to load, the current choice is still shown.
      });
    return () => stop.abort();
  }, []);
  const isKnown = known.some(({ code }) => code === value);
  return (
    <SelectControl
      label={t('p.dimension')}
      required
      value={value}
      error={error}
      options={[
        ...(isKnown ? [] : [{ value, label: value || t('p.choose') }]),
        ...known.map(({ code, name }) => ({ value: code, label: name })),
      ]}
      onChange={onChange}
    />
  );
}
