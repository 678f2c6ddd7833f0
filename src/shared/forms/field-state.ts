import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import type { ErrorCode } from '../contracts/errors.ts';
import type { CompiledField } from './compile.ts';
import { ALWAYS, NEVER, type Predicate } from './conditions.ts';
import { type FieldValue, textOf } from './definition.ts';
import { fromFeel, toFeel } from './field-feel.ts';
import { type Issue, issueOf, type Limits } from './field-issues.ts';
import type { FeelValue, Scope } from './values.ts';

/** What all fields of one form share. */
export interface FormSurroundings {
  readonly languageId: Signal<string>;
  readonly today: string;
  readonly readOnly: boolean;
  /** Something was typed or set. */
  readonly changed: () => void;
  /** Rules of the form that stand at a field: its key to the broken rule's text. */
  readonly brokenRules: () => ReadonlyMap<string, string>;
  /** What was typed into which field and cannot be read, by its id. */
  readonly unread: Signal<ReadonlyMap<string, string>>;
}

/** The table around a cell; the form itself for other fields. */
export interface FieldContainer {
  readonly visible: ReadonlySignal<boolean>;
  readonly readOnly: ReadonlySignal<boolean>;
}

/** One field of a form, or one cell of a table, with everything a screen needs to know about it. */
export interface FieldState {
  readonly kind: 'field';
  readonly definition: CompiledField;
  /** `total`, `lines.r3.qty`: unique in the form and stable while rows come and go. */
  readonly id: string;
  /** What the field holds; `null` while it is hidden. */
  readonly value: ReadonlySignal<FieldValue>;
  readonly visible: ReadonlySignal<boolean>;
  readonly required: ReadonlySignal<boolean>;
  readonly readOnly: ReadonlySignal<boolean>;
  /** What is wrong now, whether or not it is time to say so. */
  readonly issue: ReadonlySignal<Issue | null>;
  /** What is to be shown: after leaving the field or an attempt to submit, and not while it is being typed in. */
  readonly shown: ReadonlySignal<Issue | null>;
  /** Holds a value of the field's own type. Does nothing to computed fields. */
  set(value: FieldValue): void;
  /** What was typed cannot be read as a value; the field holds nothing until it can. `typed` stays to be corrected. */
  setUnreadable(code: ErrorCode, params?: Issue['params'], typed?: string): void;
  /** What was typed and cannot be read; null for none. */
  unread(): string | null;
  /** Something must end first, such as an upload; `null`: it has. What the field holds stays. */
  wait(code: ErrorCode | null): void;
  /** The person left the field: from now on its issue is shown. */
  leave(): void;
  /** A fault the server found; gone with the next change. */
  refuse(issue: Issue): void;
  /** What the properties of its options must be now, by its `source`; empty when any option will do. */
  readonly filter: ReadonlySignal<Readonly<Record<string, string>>>;
  feel(): FeelValue;
}

const NO_FILTER: Readonly<Record<string, string>> = {};

const YES: ReadonlySignal<boolean> = signal(true);
const NO: ReadonlySignal<boolean> = signal(false);
/** The form itself around its fields. */
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
  const held = signal<FieldValue>(initial);
  const unreadable = signal<{ readonly issue: Issue; readonly typed: string | null } | null>(null);
  const waiting = signal<Issue | null>(null);
  const refused = signal<Issue | null>(null);
  const touched = signal(false);
  // Most cells of a long table have no conditions of their own; a signal less for each is what makes it cheap.
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
    // What was typed before a field became read-only does not count: the server would refuse it.
    return readOnly.value ? initial : held.value;
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
    // What an administrator wrote for it is the whole text.
    if (found?.code === 'field.pattern' && 'patternMessage' in node && node.patternMessage) {
      return { code: 'field.rule', params: { message: textOf(node.patternMessage, languageId.value) } };
    }
    if (found) return { ...found, params: { attribute: textOf(definition.label, languageId.value), ...found.params } };
    const message = surroundings.brokenRules().get(id);
    return message === undefined ? null : { code: 'field.rule', params: { message } };
  });
  const shown = computed(() => (visible.value ? (refused.value ?? (touched.value ? issue.value : null)) : null));
  const change = (next: FieldValue, fault: Issue | null, typed: string | null = null): void => {
    held.value = next;
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
