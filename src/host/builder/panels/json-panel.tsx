import { useSignals } from '@preact/signals-react/runtime';
import { Check, Copy, Download, FileJson } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { checkDefinition, definitionSchema, isDrawable } from '../../../shared/forms/index.ts';
import { useMessages } from '../../../shared/locale/index.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { showSnack } from '../../../shared/ui/snackbar.ts';
import { saveJson } from '../../save-json.ts';
import type { BuilderStore } from '../builder.store.ts';
import { type FaultText, useFaultText } from '../fault-text.ts';
import { jsonPlaces, lineAt, offsetOf } from './json/json-places.ts';
import type { PanelProps, PanelsText } from './panel.ts';
import { panelsMessages } from './panels.messages.ts';
import './panels.css';

interface Fault {
  readonly line: number;
  readonly offset: number;
  readonly text: string;
}

/** The definition as JSON: errors are marked at their lines, and edits are applied as one undo step. */
export function JsonPanel({ store }: PanelProps): ReactNode {
  useSignals();
  const t = useMessages(panelsMessages);
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLDivElement>(null);
  const now = textNow(store);
  // Null: unchanged.
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? now;
  const textOfFault = useFaultText();
  const { faults, value } = useMemo(
    () => read(text, store.formId, t, textOfFault),
    [text, store.formId, t, textOfFault],
  );
  const isChanged = typed !== null && typed !== now;
  const lines = text.split('\n').length;
  const go = (offset: number) => {
    const end = text.indexOf('\n', offset);
    area.current?.focus();
    area.current?.setSelectionRange(offset, end < 0 ? text.length : end);
    const height = (area.current?.scrollHeight ?? 0) / lines;
    area.current?.scrollTo({ top: Math.max(0, (lineAt(text, offset) - 4) * height) });
  };
  return (
    <div className="pn-page pn-fill">
      <div className="pn-tools">
        <Button
          kind="primary"
          icon={Check}
          blocked={!isChanged || value === undefined}
          onClick={() => {
            if (!store.replace(value)) return;
            setTyped(null);
            showSnack({ text: t('json.applied'), icon: Check });
          }}
        >
          {t('json.apply')}
        </Button>
        <Button blocked={!isChanged} onClick={() => setTyped(null)}>
          {t('json.revert')}
        </Button>
        <span className="grow" />
        <Button
          icon={Copy}
          onClick={() =>
            void navigator.clipboard.writeText(text).then(() => showSnack({ text: t('json.copied'), icon: Check }))
          }
        >
          {t('json.copy')}
        </Button>
        <Button icon={Download} onClick={() => saveJson(store.body.peek(), `${store.formId}.json`)}>
          {t('json.download')}
        </Button>
        <Button
          kind="ghost"
          icon={FileJson}
          onClick={() => saveJson(definitionSchema(), 'form-definition.schema.json')}
        >
          {t('json.schema')}
        </Button>
      </div>
      <div className="pn-json">
        <div className={`pn-code mono ${faults.length > 0 ? 'invalid' : ''}`}>
          <div ref={gutter} className="pn-lines" aria-hidden="true">
            {Array.from({ length: lines }, (_, index) => index + 1).join('\n')}
          </div>
          <textarea
            ref={area}
            wrap="off"
            aria-label={t('json.text')}
            aria-invalid={faults.length > 0 || undefined}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={text}
            onChange={(event) => setTyped(event.target.value)}
            onScroll={(event) => {
              if (gutter.current) gutter.current.style.translate = `0 ${-event.currentTarget.scrollTop}px`;
            }}
          />
        </div>
        <section className="pn-faults" aria-label={t('json.faults')}>
          <p className="s strong" role="status">
            {faults.length === 0 ? t('json.sound') : t('json.count', { count: faults.length })}
          </p>
          {isChanged && value === undefined && <Banner tone="amber">{t('json.unreadable')}</Banner>}
          <ul>
            {faults.slice(0, 50).map(({ line, offset, text: message }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: several problems can have the same position
              <li key={index}>
                <button type="button" className="link" onClick={() => go(offset)}>
                  {t('json.line', { line })}
                </button>{' '}
                <span className="s">{message}</span>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  );
}

function textNow(store: BuilderStore): string {
  const state = store.state.value;
  return JSON.stringify(state.status === 'unreadable' ? state.draft : store.body.value, null, 2) ?? '';
}

/** Parses a text. Returns its problems and, if it has the right shape, the definition. */
function read(
  text: string,
  formId: string,
  t: PanelsText,
  textOfFault: FaultText,
): { readonly faults: readonly Fault[]; readonly value: unknown } {
  const { places, fault } = jsonPlaces(text);
  if (fault) {
    const { offset } = fault;
    return { faults: [{ line: lineAt(text, offset), offset, text: t('json.syntax') }], value: undefined };
  }
  const value: unknown = JSON.parse(text);
  const faults = checkDefinition(value).map((problem): Fault => {
    const offset = offsetOf(places, problem.pointer);
    return { line: lineAt(text, offset), offset, text: `${problem.pointer} ${textOfFault(problem)}` };
  });
  if (!isDrawable(value)) return { faults, value: undefined };
  if (value.id === formId) return { faults, value };
  const offset = offsetOf(places, '/id');
  const other: Fault = { line: lineAt(text, offset), offset, text: t('json.otherId', { id: formId }) };
  return { faults: [other, ...faults], value: undefined };
}
