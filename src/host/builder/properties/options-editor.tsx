import { useSignals } from '@preact/signals-react/runtime';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { call } from '../../../shared/api/index.ts';
import { type Dropdown, listDropdowns } from '../../../shared/contracts/dropdowns.contract.ts';
import { type OptionSource, type Texts, textOf } from '../../../shared/forms/index.ts';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { useBuilder } from '../builder-context.ts';
import { freeName, keyFromLabel } from '../edits/keys.ts';
import { withText } from '../edits/member-edits.ts';
import type { NodeId } from '../edits/tree.ts';
import { Group } from '../group.tsx';
import { SelectControl } from './controls.tsx';
import { SourceFilter } from './source-filter.tsx';

interface Option {
  readonly id: string;
  readonly text: Texts;
}

interface Props {
  readonly options: readonly Option[] | undefined;
  /** Node the options belong to. */
  readonly node: NodeId;
  readonly source: OptionSource | undefined;
  readonly errors: ReadonlyMap<string, string>;
  /** `typing` names an undo step that consecutive keystrokes share. */
  readonly onChange: (patch: Readonly<Record<string, unknown>>, typing?: string) => void;
}

/** Options of a choice field: its own, or those of a shared dropdown. */
export function OptionsEditor({ node, options, source, errors, onChange }: Props): ReactNode {
  useSignals();
  const { store, t } = useBuilder();
  const isOwn = source === undefined;
  const languageId = store.languageId.value;
  const first = { id: 'option1', text: { [languageId]: t('option.new', { number: 1 }) } };
  return (
    <fieldset className="fb-group">
      <legend>{t('p.options')}</legend>
      <Group label={t('p.options')} className="btn-group fb-widths">
        <Button small aria-pressed={isOwn} onClick={() => isOwn || onChange({ source: undefined, options: [first] })}>
          {t('p.options.own')}
        </Button>
        <Button
          small
          aria-pressed={!isOwn}
          onClick={() => isOwn && onChange({ options: undefined, default: undefined, source: { dropdownId: '' } })}
        >
          {t('p.options.source')}
        </Button>
      </Group>
      {isOwn ? (
        <OwnOptions options={options ?? []} languageId={languageId} errors={errors} onChange={onChange} />
      ) : (
        <>
          <DropdownChoice
            value={source.dropdownId}
            error={errors.get('source/dropdownId')}
            onChange={(id) => onChange({ source: { dropdownId: id } })}
          />
          <SourceFilter
            node={node}
            source={source}
            errors={errors}
            onChange={(changed) => onChange({ source: changed })}
          />
        </>
      )}
    </fieldset>
  );
}

function OwnOptions({
  options,
  languageId,
  errors,
  onChange,
}: Omit<Props, 'node' | 'source' | 'options'> & {
  readonly options: readonly Option[];
  readonly languageId: string;
}): ReactNode {
  const { t } = useBuilder();
  const list = useRef<HTMLUListElement>(null);
  const [next, setNext] = useState<number | null>(null);
  useEffect(() => {
    if (next === null) return;
    list.current?.querySelectorAll<HTMLInputElement>('input[data-text]')[next]?.focus();
    setNext(null);
  }, [next]);
  const set = (changed: readonly Option[], typing?: string) => onChange({ options: changed }, typing);
  const insert = (at: number, texts: readonly string[] = ['']) => {
    const ids = new Set(options.map(({ id }) => id));
    const added = texts.map((text, index) => {
      const id = freeName(keyFromLabel(text) || `option${options.length + 1 + index}`, ids);
      ids.add(id);
      return { id, text: { [languageId]: text || t('option.new', { number: options.length + 1 + index }) } };
    });
    set([...options.slice(0, at), ...added, ...options.slice(at)]);
    setNext(at + added.length - 1);
  };
  const move = (from: number, to: number) => {
    const rest = options.filter((_, index) => index !== from);
    const option = options[from];
    if (!option || to < 0 || to >= options.length) return;
    set([...rest.slice(0, to), option, ...rest.slice(to)]);
    setNext(to);
  };
  return (
    <>
      <ul ref={list} className="stack">
        {options.map((option, index) => {
          const number = index + 1;
          const error = errors.get(`options/${index}/id`) ?? errors.get(`options/${index}/text`);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: an option has no other stable key while its id is edited
            <li key={index}>
              <div className="fb-item">
                <span className="control">
                  <input
                    data-text=""
                    aria-label={t('p.option.text', { number })}
                    value={option.text[languageId] ?? ''}
                    placeholder={textOf(option.text, languageId)}
                    onChange={({ target }) => {
                      const text = withText(option.text, languageId, target.value) ?? { [languageId]: '' };
                      set(
                        options.map((one, at) => (at === index ? { ...one, text } : one)),
                        `text ${index}`,
                      );
                    }}
                    onPaste={(event) => {
                      const lines = event.clipboardData
                        .getData('text/plain')
                        .split(/\r?\n/)
                        .map((line) => line.trim())
                        .filter(Boolean);
                      if (lines.length < 2) return;
                      event.preventDefault();
                      insert(index + 1, lines);
                    }}
                    onKeyDown={(event) => {
                      if (event.key === 'Enter') {
                        event.preventDefault();
                        insert(index + 1);
                      } else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
                        event.preventDefault();
                        move(index, event.key === 'ArrowUp' ? index - 1 : index + 1);
                      }
                    }}
                  />
                </span>
                <span className={`control ${error ? 'invalid' : ''}`}>
                  <input
                    className="mono"
                    aria-label={t('p.option.id', { number })}
                    aria-invalid={error ? true : undefined}
                    title={error}
                    spellCheck={false}
                    value={option.id}
                    onChange={({ target }) =>
                      set(
                        options.map((one, at) => (at === index ? { ...one, id: target.value } : one)),
                        `id ${index}`,
                      )
                    }
                  />
                </span>
                <span className="row">
                  <IconButton
                    small
                    icon={ArrowUp}
                    label={t('p.option.up', { number })}
                    blocked={index === 0}
                    onClick={() => move(index, index - 1)}
                  />
                  <IconButton
                    small
                    icon={ArrowDown}
                    label={t('p.option.down', { number })}
                    blocked={index === options.length - 1}
                    onClick={() => move(index, index + 1)}
                  />
                  <IconButton
                    small
                    icon={X}
                    label={t('p.option.remove', { number })}
                    onClick={() => {
                      set(options.filter((_, at) => at !== index));
                      setNext(Math.max(0, index - 1));
                    }}
                  />
                </span>
              </div>
              {error && <p className="error">{error}</p>}
            </li>
          );
        })}
      </ul>
      <Button small icon={Plus} onClick={() => insert(options.length)}>
        {t('p.option.add')}
      </Button>
    </>
  );
}

function DropdownChoice({
  value,
  error,
  onChange,
}: {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (id: string) => void;
}): ReactNode {
  const { t } = useBuilder();
  const [known, setKnown] = useState<readonly Dropdown[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    call(listDropdowns, { query: { limit: 200 }, signal: stop.signal })
      .then(({ items }) => setKnown(items))
      .catch(() => {
        // If the list fails to load, the current choice is still shown.
      });
    return () => stop.abort();
  }, []);
  const chosen = known.find(({ id }) => id === value);
  const options = [
    ...(value === '' ? [{ value: '', label: t('p.choose') }] : []),
    ...(value !== '' && !chosen ? [{ value, label: value }] : []),
    ...known.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <SelectControl
      label={t('p.dropdown')}
      value={value}
      options={options}
      error={error}
      hint={chosen && t('p.dropdown.count', { count: chosen.options })}
      onChange={onChange}
    />
  );
}
