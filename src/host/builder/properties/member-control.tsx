import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect, useState } from 'react';
import type { Texts } from '../../../shared/forms/index.ts';
import { useBuilder } from '../builder-context.ts';
import type { NodeId } from '../edits/tree.ts';
import { ExpressionControl, NumberControl, SwitchControl, TextControl, TextsControl } from './controls.tsx';
import type { Member } from './members.ts';
import type { SetPatch } from './set-patch.ts';

interface MemberProps {
  readonly member: Member;
  readonly id: NodeId;
  readonly value: unknown;
  readonly error: string | undefined;
  readonly set: SetPatch;
}

/** Control of a property that only some kinds of node have. */
export function MemberControl({ member, id, value, error, set }: MemberProps): ReactNode {
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
