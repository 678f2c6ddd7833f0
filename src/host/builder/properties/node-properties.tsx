import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { call } from '../../../shared/api/index.ts';
import { listDimensions } from '../../../shared/contracts/reference-data.contract.ts';
import { type Condition, type Texts, textOf, usesOfKey } from '../../../shared/forms/index.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { containedPart } from '../../../shared/ui/contained-part.tsx';
import { ControlBox, Field } from '../../../shared/ui/field.tsx';
import { useBuilder } from '../builder-context.ts';
import { rename, update } from '../edits/member-edits.ts';
import { type AnyNode, isContainer, keyOf, type NodeId, placesOf } from '../edits/tree.ts';
import { useFaultText } from '../fault-text.ts';
import { Group } from '../group.tsx';
import { ConditionField } from '../panels/index.ts';
import {
  ExpressionControl,
  NumberControl,
  SelectControl,
  SwitchControl,
  TextControl,
  TextsControl,
} from './controls.tsx';
import { type Member, membersOf } from './members.ts';
import { OptionsEditor } from './options-editor.tsx';
import { PatternTrial } from './pattern-trial.tsx';

const RichTextEditor = containedPart(() => import('./rich-text-editor.tsx'), 'RichTextEditor');

interface Props {
  readonly id: NodeId;
  readonly node: AnyNode;
}

type Values = Readonly<Record<string, unknown>>;

/** All properties of one node, most frequently used first. */
export function NodeProperties({ id, node }: Props): ReactNode {
  useSignals();
  const { store, t } = useBuilder();
  const languageId = store.languageId.value;
  const errors = useErrors(id);
  const values = node as unknown as Values;
  const set = (patch: Values, typing?: string) =>
    void store.apply(update([id], patch), typing === undefined ? {} : { typing: `${id} ${typing}` });
  const controls: ReactNode[] = [];
  const members = membersOf(node);
  for (let at = 0; at < members.length; at += 1) {
    const [one, next] = [members[at] as Member, members[at + 1]];
    const draw = (member: Member) => (
      <MemberControl
        key={member.name}
        member={member}
        id={id}
        value={values[member.name]}
        error={errors.get(member.name)}
        set={set}
      />
    );
    if (one.half && next?.half) {
      controls.push(
        <div className="fb-pair" key={`${one.name} ${next.name}`}>
          {draw(one)}
          {draw(next)}
        </div>,
      );
      at += 1;
    } else controls.push(draw(one));
  }
  const isField = 'key' in node;
  const isRow = placesOf(store.body.value).get(placesOf(store.body.value).get(id)?.parent ?? '')?.node.type === 'table';
  return (
    <>
      {isField ? (
        <>
          <TextsControl
            label={t('p.label')}
            required
            value={node.label}
            languageId={languageId}
            error={errors.get('label')}
            onChange={(label) => label && set({ label }, `label ${languageId}`)}
          />
          <KeyControl id={id} error={errors.get('key')} />
          <TextsControl
            label={t('p.hint')}
            value={node.hint}
            languageId={languageId}
            error={errors.get('hint')}
            onChange={(hint) => set({ hint }, `hint ${languageId}`)}
          />
          {!isRow && !isContainer(node) && (
            <WidthControl value={node.width ?? 12} onChange={(width) => set({ width })} />
          )}
          <ConditionalSwitch name="required" id={id} value={values.required} error={errors.get('required')} set={set} />
          <ConditionalSwitch name="readOnly" id={id} value={values.readOnly} error={errors.get('readOnly')} set={set} />
        </>
      ) : (
        node.type !== 'richText' && (
          <TextsControl
            label={t('p.title')}
            value={(node as { readonly title?: Texts }).title}
            languageId={languageId}
            error={errors.get('title')}
            onChange={(title) => set({ title }, `title ${languageId}`)}
          />
        )
      )}
      <VisibleControl id={id} value={node.visible} error={errors.get('visible')} set={set} />
      {node.type === 'richText' && (
        <Suspense>
          <RichTextEditor
            key={`${id} ${languageId}`}
            label={t('p.content')}
            value={node.content[languageId] ?? ''}
            error={errors.get('content')}
            onChange={(text) => set({ content: { ...node.content, [languageId]: text } }, `content ${languageId}`)}
          />
        </Suspense>
      )}
      {(node.type === 'radio' || node.type === 'dropdown' || node.type === 'multiSelect') && (
        <OptionsEditor node={id} options={node.options} source={node.source} errors={errors} onChange={set} />
      )}
      {(node.type === 'radio' || node.type === 'dropdown') && node.options && (
        <SelectControl
          label={t('p.default')}
          value={node.default ?? ''}
          options={[
            { value: '', label: '' },
            ...node.options.map(({ id: value, text }) => ({ value, label: text[languageId] ?? text.en ?? value })),
          ]}
          error={errors.get('default')}
          onChange={(value) => set({ default: value || undefined })}
        />
      )}
      {node.type === 'dimension' && (
        <DimensionControl
          value={node.dimension ?? ''}
          error={errors.get('dimension')}
          onChange={(dimension) => set({ dimension })}
        />
      )}
      {(node.type === 'text' || node.type === 'multiline') && (
        <TextRules values={values} errors={errors} set={set} languageId={languageId} />
      )}
      {controls.length > 0 && <div className="fb-group">{controls}</div>}
      {errors.get('') && <p className="error">{errors.get('')}</p>}
    </>
  );
}

type SetPatch = (patch: Values, typing?: string) => void;

/** Problems by member name; nested problems also by path (`options/0/id`). */
function useErrors(id: NodeId): ReadonlyMap<string, string> {
  useSignals();
  const { store } = useBuilder();
  const textOfFault = useFaultText();
  const start = placesOf(store.body.value).get(id)?.pointer ?? '';
  const errors = new Map<string, string>();
  for (const problem of store.problemsByNode.value.get(id) ?? []) {
    const path = problem.pointer.slice(start.length + 1);
    const text = textOfFault(problem);
    for (const name of [path, path.split('/')[0] ?? '', path.replace(/\/(en|et|ru|zh)$/, '')]) {
      if (!errors.has(name)) errors.set(name, text);
    }
  }
  return errors;
}

interface MemberProps {
  readonly member: Member;
  readonly id: NodeId;
  readonly value: unknown;
  readonly error: string | undefined;
  readonly set: SetPatch;
}

function MemberControl({ member, id, value, error, set }: MemberProps): ReactNode {
  useSignals();
  const { store, t } = useBuilder();
  const { name, control } = member;
  const languageId = store.languageId.value;
  const common = { label: t(member.label), error, ...(member.hint && { hint: t(member.hint) }) };
  const put = (next: unknown) => set({ [name]: next }, name);
  const text = typeof value === 'string' ? value : '';
  switch (control) {
    case 'flag':
      return (
        <SwitchControl
          label={t(member.label)}
          checked={value === true}
          onChange={(checked) => set({ [name]: checked || undefined })}
        />
      );
    case 'number':
      return <NumberControl {...common} value={value} onChange={put} />;
    case 'texts':
    case 'longTexts':
      return (
        <TextsControl
          {...common}
          {...(control === 'longTexts' && { rows: 2 })}
          languageId={languageId}
          value={value as Texts | undefined}
          onChange={(texts) => set({ [name]: texts }, `${name} ${languageId}`)}
        />
      );
    case 'lines':
      return <ListControl {...common} by={'\n'} value={value} onChange={put} />;
    case 'list':
      return <ListControl {...common} by="," value={value} onChange={put} />;
    case 'expression':
      return <ExpressionControl {...common} node={id} value={text} onChange={(next) => put(next || undefined)} />;
    case 'limit':
    case 'numberLimit':
      return <LimitControl {...common} id={id} value={value} isNumber={control === 'numberLimit'} onChange={put} />;
    default:
      return (
        <TextControl
          {...common}
          mono={control === 'mono'}
          value={text}
          onChange={(next) => put(next || (name === 'resource' ? '' : undefined))}
        />
      );
  }
}

/** A value, or an expression starting with `=`. */
function LimitControl({
  id,
  value,
  isNumber,
  onChange,
  ...common
}: {
  readonly label: string;
  readonly hint?: string;
  readonly error: string | undefined;
  readonly id: NodeId;
  readonly value: unknown;
  readonly isNumber: boolean;
  readonly onChange: (value: unknown) => void;
}): ReactNode {
  const { t } = useBuilder();
  const expression = typeof value === 'object' && value !== null ? String((value as { expr: unknown }).expr) : null;
  const isTurned = (on: boolean) => onChange(on ? { expr: '0' } : undefined);
  return (
    <div className="stack">
      {expression !== null ? (
        <ExpressionControl {...common} node={id} value={expression} onChange={(expr) => onChange({ expr })} />
      ) : isNumber ? (
        <NumberControl {...common} value={value} onChange={onChange} />
      ) : (
        <TextControl
          {...common}
          value={typeof value === 'string' ? value : ''}
          onChange={(text) => onChange(text || undefined)}
        />
      )}
      <label className="fb-switch xs">
        <input
          type="checkbox"
          className="check"
          checked={expression !== null}
          onChange={({ target }) => isTurned(target.checked)}
        />
        {t('p.computed')}
      </label>
    </div>
  );
}

function ListControl({
  by,
  value,
  onChange,
  ...common
}: {
  readonly label: string;
  readonly error: string | undefined;
  readonly by: ',' | '\n';
  readonly value: unknown;
  readonly onChange: (value: readonly string[] | undefined) => void;
}): ReactNode {
  const joined = Array.isArray(value) ? value.join(by === ',' ? ', ' : by) : '';
  const [typed, setTyped] = useState(joined);
  useEffect(() => {
    // After an undo. The typed text may differ from the value only by spaces and separators.
    setTyped((before) => (entriesOf(before, by).join() === entriesOf(joined, by).join() ? before : joined));
  }, [joined, by]);
  return (
    <TextControl
      {...common}
      {...(by === '\n' && { rows: 3 })}
      value={typed}
      onChange={(text) => {
        setTyped(text);
        const list = entriesOf(text, by);
        onChange(list.length > 0 ? list : undefined);
      }}
    />
  );
}

function entriesOf(text: string, by: string): readonly string[] {
  return text
    .split(by)
    .map((entry) => entry.trim())
    .filter(Boolean);
}

/** Applies the key on blur or Enter, because each keystroke would rename all references. */
function KeyControl({ id, error }: { readonly id: NodeId; readonly error: string | undefined }): ReactNode {
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

function WidthControl({
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

interface SlotProps {
  readonly id: NodeId;
  readonly value: unknown;
  readonly error: string | undefined;
  readonly set: SetPatch;
}

/** Yes, no, or a condition. */
function ConditionalSwitch({
  name,
  id,
  value,
  error,
  set,
}: SlotProps & { readonly name: 'required' | 'readOnly' }): ReactNode {
  const { t } = useBuilder();
  const isCondition = typeof value === 'object' && value !== null;
  return (
    <div className="stack">
      <SwitchControl
        label={t(`p.${name}`)}
        checked={value === true || isCondition}
        onChange={(checked) => set({ [name]: checked || undefined })}
      />
      {(value === true || isCondition) && (
        <Slot
          label={`${t(`p.${name}`)}: ${t('p.byCondition')}`}
          id={id}
          value={isCondition ? value : undefined}
          error={error}
          onChange={(condition) => set({ [name]: condition ?? true }, name)}
        />
      )}
    </div>
  );
}

function VisibleControl({ id, value, error, set }: SlotProps): ReactNode {
  const { t } = useBuilder();
  return (
    <Slot
      label={t('p.visible')}
      id={id}
      value={value}
      error={error}
      onChange={(visible) => set({ visible }, 'visible')}
    />
  );
}

interface ConditionSlot {
  readonly label: string;
  readonly id: NodeId | null;
  readonly value: unknown;
  readonly error: string | undefined;
  readonly onChange: (condition: Condition | undefined) => void;
}

/** Condition editor. */
export function Slot({ label, id, value, error, onChange }: ConditionSlot): ReactNode {
  const { store } = useBuilder();
  return (
    <Suspense>
      <ConditionField
        store={store}
        label={label}
        node={id}
        value={value as Condition | undefined}
        error={error}
        onChange={onChange}
      />
    </Suspense>
  );
}

function TextRules({
  values,
  errors,
  set,
  languageId,
}: {
  readonly values: Values;
  readonly errors: ReadonlyMap<string, string>;
  readonly set: SetPatch;
  readonly languageId: string;
}): ReactNode {
  const { t } = useBuilder();
  const pattern = typeof values.pattern === 'string' ? values.pattern : '';
  const format = typeof values.format === 'string' ? values.format : 'none';
  return (
    <div className="fb-group">
      <SelectControl
        label={t('p.format')}
        value={format}
        options={['none', 'email', 'phone', 'link'].map((value) => ({
          value,
          label: t(`p.format.${value as 'none'}`),
        }))}
        error={errors.get('format')}
        onChange={(value) => set({ format: value === 'none' ? undefined : value })}
      />
      <TextControl
        label={t('p.pattern')}
        hint={t('p.pattern.hint')}
        mono
        value={pattern}
        error={errors.get('pattern')}
        onChange={(text) => set({ pattern: text || undefined, ...(!text && { patternMessage: undefined }) }, 'pattern')}
      />
      {pattern !== '' && (
        <>
          <PatternTrial pattern={pattern} message={textOf(values.patternMessage as Texts | undefined, languageId)} />
          <TextsControl
            label={t('p.patternMessage')}
            value={values.patternMessage as Texts | undefined}
            languageId={languageId}
            error={errors.get('patternMessage')}
            onChange={(patternMessage) => set({ patternMessage }, `patternMessage ${languageId}`)}
          />
        </>
      )}
    </div>
  );
}

function DimensionControl({
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
