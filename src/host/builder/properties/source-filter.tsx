import { useSignals } from '@preact/signals-react/runtime';
import { Plus, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../../../shared/api/index.ts';
import { listOptions } from '../../../shared/contracts/dropdowns.contract.ts';
import { type OptionSource, textOf } from '../../../shared/forms/index.ts';
import { useMessages } from '../../../shared/locale/index.ts';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { useBuilder } from '../builder-context.ts';
import type { NodeId } from '../edits/tree.ts';
import { Group } from '../group.tsx';
import { fieldsInScope } from '../panels/conditions/scope.ts';
import { SelectControl } from './controls.tsx';
import { sourceMessages } from './source.messages.ts';

type Filter = NonNullable<OptionSource['filter']>;
type Wanted = Filter[string];

interface Props {
  readonly node: NodeId;
  readonly source: OptionSource;
  readonly errors: ReadonlyMap<string, string>;
  readonly onChange: (source: OptionSource) => void;
}

const MOST = 10;
/** Prefix of values that refer to a field; values without it are literals. */
const OF_FIELD = 'field ';
/** Field types with several values or none comparable to a property. */
const LISTS = ['multiSelect', 'users', 'tags'];

/** Filters the options a dropdown field offers, by properties equal to a literal or to another field. */
export function SourceFilter({ node, source, errors, onChange }: Props): ReactNode {
  useSignals();
  const { store } = useBuilder();
  const t = useMessages(sourceMessages);
  const languageId = store.languageId.value;
  const known = useProperties(source.dropdownId);
  if (source.dropdownId === '') return null;
  const wanted = Object.entries(source.filter ?? {});
  const free = [...known.keys()].find((name) => !wanted.some(([taken]) => taken === name));
  const put = (entries: readonly (readonly [string, Wanted])[]) => {
    const { filter: _filter, ...rest } = source;
    onChange(entries.length === 0 ? rest : { ...rest, filter: Object.fromEntries(entries) });
  };
  const change = (at: number, name: string, value: Wanted) =>
    put(wanted.map((entry, index) => (index === at ? [name, value] : entry)));
  const fields = fieldsInScope(store.body.value, node)
    .filter(({ kind, node: { type } }) => kind !== 'presence' && kind !== 'time' && !LISTS.includes(type))
    .map(({ name, texts }) => ({
      value: OF_FIELD + name,
      label: t('filter.field', { name: textOf(texts, languageId) || name }),
    }));

  return (
    <Group label={t('filter.title')} className="stack">
      <p className="xs muted">
        {wanted.length > 0 ? t('filter.some') : t(known.size > 0 ? 'filter.all' : 'filter.noProperties')}
      </p>
      {wanted.map(([name, value], index) => {
        const isField = typeof value === 'object';
        const values = [...new Set([...(known.get(name) ?? []), ...(isField ? [] : [String(value)])])];
        const compared = isField ? OF_FIELD + value.field : '';
        const properties = [...known.keys()].filter((one) => !wanted.some(([taken]) => taken === one));
        const error = errors.get(`source/filter/${name}/field`) ?? errors.get(`source/filter/${name}`);
        return (
          <div className="fb-card" key={name}>
            <div className="fb-filter">
              <SelectControl
                label={t('filter.property', { number: index + 1 })}
                value={name}
                options={[name, ...properties].map((one) => ({ value: one, label: one }))}
                onChange={(next) => change(index, next, isField ? value : (known.get(next)?.[0] ?? ''))}
              />
              <IconButton
                small
                icon={X}
                label={t('filter.remove', { name })}
                onClick={() => put(wanted.filter((_, at) => at !== index))}
              />
            </div>
            <SelectControl
              label={t('filter.equals')}
              value={compared}
              error={error}
              options={[
                { value: '', label: t('filter.fixed') },
                ...(isField && !fields.some((field) => field.value === compared)
                  ? [{ value: compared, label: t('filter.field', { name: value.field }) }]
                  : []),
                ...fields,
              ]}
              onChange={(next) =>
                change(index, name, next === '' ? (known.get(name)?.[0] ?? '') : { field: next.slice(OF_FIELD.length) })
              }
            />
            {!isField && (
              <SelectControl
                label={t('filter.value')}
                value={String(value)}
                options={values.map((one) => ({ value: one, label: one }))}
                onChange={(next) => change(index, name, next)}
              />
            )}
          </div>
        );
      })}
      {free !== undefined && wanted.length < MOST && (
        <Button small icon={Plus} onClick={() => put([...wanted, [free, known.get(free)?.[0] ?? '']])}>
          {t('filter.add')}
        </Button>
      )}
    </Group>
  );
}

/** Properties of the dropdown's options with their sorted values; empty until loaded. */
function useProperties(dropdownId: string): ReadonlyMap<string, readonly string[]> {
  const [known, setKnown] = useState<ReadonlyMap<string, readonly string[]>>(new Map());
  useEffect(() => {
    setKnown(new Map());
    if (dropdownId === '') return;
    const stop = new AbortController();
    call(listOptions, { params: { dropdownId }, signal: stop.signal })
      .then((options) => {
        const found = new Map<string, Set<string>>();
        for (const { properties } of options) {
          for (const [name, value] of Object.entries(properties)) {
            found.set(name, (found.get(name) ?? new Set()).add(String(value)));
          }
        }
        setKnown(new Map([...found].map(([name, values]) => [name, [...values].sort()])));
      })
      .catch(() => {
        // If loading fails, existing filters are still shown and can be removed.
      });
    return () => stop.abort();
  }, [dropdownId]);
  return known;
}
