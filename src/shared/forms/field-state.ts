import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import type { ErrorCode } from '../contracts/errors.ts';
import type { CompiledField } from './compile.ts';
import { ALWAYS, NEVER, type Predicate } from './conditions.ts';
import { type FieldValue, textOf } from './definition.ts';
import { fromFeel, toFeel } from './field-feel.ts';
import { type Issue, issueOf, type Limits } from './field-issues.ts';
import type { FeelValue, Scope } from './values.ts';

/** State shared by all fields of a form. */
export interface FormSurroundings {
  readonly languageId: Signal<string>;
  readonly today: string;
  readonly readOnly: boolean;
  /** Called when a value was typed or set. */
  readonly changed: () => void;
  /** Broken rules by the key of the field that shows them, with their texts. */
  readonly brokenRules: () => ReadonlyMap<string, string>;
  /** Unparsable input, by field id. */
  readonly unread: Signal<ReadonlyMap<string, string>>;
}

/** The table around a cell; the form for other fields. */
export interface FieldContainer {
  readonly visible: ReadonlySignal<boolean>;
  readonly readOnly: ReadonlySignal<boolean>;
}

/** One field of a form, or one cell of a table, with its state for the screen. */
export interface FieldState {
  readonly kind: 'field';
  readonly definition: CompiledField;
  /** `total`, `lines.r3.qty`: unique in the form and stable while rows are added or removed. */
  readonly id: string;
  /** Value of the field; `null` while hidden. */
  readonly value: ReadonlySignal<FieldValue>;
  readonly visible: ReadonlySignal<boolean>;
  readonly required: ReadonlySignal<boolean>;
  readonly readOnly: ReadonlySignal<boolean>;
  /** Current error, shown or not. */
  readonly issue: ReadonlySignal<Issue | null>;
  /** The error to show: after leaving the field or an attempt to submit, and not while typing. */
  readonly shown: ReadonlySignal<Issue | null>;
  /** The error to show: after leaving the field or an attempt to submit, and not while typing. */
  set(value: FieldValue): void;
  /**
   * Marks the input as unparsable; the field is empty until it parses. `typed` stays so that the user can correct it.
   */
  setUnreadable(code: ErrorCode, params?: Issue['params'], typed?: string): void;
  /** Unparsable input; null for none. */
  unread(): string | null;
  /** Blocks the field until an operation such as an upload has finished; `null` unblocks it. The value stays. */
  wait(code: ErrorCode | null): void;
  /** Called when the user leaves the field; its error is shown from now on. */
  leave(): void;
  /** Sets an error found by the server; cleared by the next change. */
  refuse(issue: Issue): void;
  /** Required property values of its options, from its `source`; empty if any option is allowed. */
  readonly filter: ReadonlySignal<Readonly<Record<string, string>>>;
  feel(): FeelValue;
}

const NO_FILTER: Readonly<Record<string, string>> = {};

const YES: ReadonlySignal<boolean> = signal(true);
const NO: ReadonlySignal<boolean> = signal(false);
/** The form as the container of its top-level fields. */
export const FORM_CONTAINER: FieldContainer = { visible: YES, readOnly: NO };

function flag(holds: Predicate, scope: Scope, today: string): ReadonlySignal<boolean> {
  if (holds === ALWAYS) return YES;
  return holds === NEVER ? NO : computed(() => holds(scope, today));
}

export function createFieldState(
  definition: CompiledField,
  id: string,
  initial: FieldValue,
  scope: Scope,
  surroundings: FormSurroundings,
  container: FieldContainer,
): FieldState {
  const { today, languageId } = surroundings;
  const stored = signal<FieldValue>(initial);
  const unreadable = signal<{ readonly issue: Issue; readonly typed: string | null } | null>(null);
  const waiting = signal<Issue | null>(null);
  const refused = signal<Issue | null>(null);
  const touched = signal(false);
  // Most cells of a long table have no conditions of their own; sharing one signal keeps them cheap.
  const visible =
    definition.visible === ALWAYS
      ? container.visible
      : computed(() => container.visible.value && definition.visible(scope, today));
  const required = flag(definition.required, scope, today);
  const isFixed = surroundings.readOnly || definition.computed !== null;
  const ownReadOnly = isFixed ? YES : flag(definition.readOnly, scope, today);
  const readOnly =
    ownReadOnly === NO
      ? container.readOnly
      : ownReadOnly === YES
        ? YES
        : computed(() => container.readOnly.value || ownReadOnly.value);
  const value = computed<FieldValue>(() => {
    if (!visible.value) return definition.node.type === 'checkbox' ? false : null;
    if (definition.computed) return fromFeel(definition.node, definition.computed(scope, today));
    // Input made before the field became read-only is ignored: the server would refuse it.
    return readOnly.value ? initial : stored.value;
  });
  const limits = (): Limits => ({
    min: definition.min?.(scope, today) ?? null,
    max: definition.max?.(scope, today) ?? null,
  });
  const issue = computed<Issue | null>(() => {
    if (!visible.value) return null;
    const found =
      (readOnly.value ? null : (waiting.value ?? unreadable.value?.issue)) ??
      issueOf(definition.node, value.value, required.value, limits());
    const { node } = definition;
    // The administrator's message is the complete text.
    if (found?.code === 'field.pattern' && 'patternMessage' in node && node.patternMessage) {
      return { code: 'field.rule', params: { message: textOf(node.patternMessage, languageId.value) } };
    }
    if (found) return { ...found, params: { attribute: textOf(definition.label, languageId.value), ...found.params } };
    const message = surroundings.brokenRules().get(id);
    return message === undefined ? null : { code: 'field.rule', params: { message } };
  });
  const shown = computed(() => (visible.value ? (refused.value ?? (touched.value ? issue.value : null)) : null));
  const change = (next: FieldValue, fault: Issue | null, typed: string | null = null): void => {
    stored.value = next;
    unreadable.value = fault && { issue: fault, typed };
    const all = surroundings.unread.peek();
    if (typed !== (all.get(id) ?? null)) {
      const others = [...all].filter(([one]) => one !== id);
      surroundings.unread.value = new Map(typed === null ? others : [...others, [id, typed]]);
    }
    surroundings.changed();
    refused.value = null;
    touched.value = false;
  };
  return {
    kind: 'field',
    definition,
    id,
    value,
    visible,
    required,
    readOnly,
    issue,
    shown,
    set: (next) => change(next, null),
    setUnreadable: (code, params, typed) => change(null, { code, ...(params && { params }) }, typed),
    unread: () => unreadable.value?.typed ?? null,
    wait: (code) => {
      waiting.value = code && { code };
    },
    leave: () => {
      touched.value = true;
    },
    refuse: (fault) => {
      refused.value = fault;
    },
    filter: computed(() => definition.filter?.(scope) ?? NO_FILTER),
    feel: () => toFeel(definition.node, value.value),
  };
}
