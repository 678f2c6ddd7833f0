import type { Json, Vars } from './model.ts';

/** What an input of an action may be. `texts` is a text or a list of texts. */
type InputKind = 'text' | 'texts' | 'number' | 'boolean' | 'object' | 'any';

interface ActionDescription {
  name: string;
  inputs: Record<string, { kind: InputKind; required?: true }>;
  /** Accepts inputs of any other name as well. */
  open?: true;
  /** Done inside the step, without a job. */
  inline?: true;
}

/**
 * All actions of service and send tasks. The runner of an action decides which hosts `http` may reach, which registries
 * `record.update` may write and the sender of `mail`. The model cannot.
 */
const DESCRIPTIONS: ActionDescription[] = [
  {
    name: 'mail',
    inputs: {
      to: { kind: 'texts', required: true },
      cc: { kind: 'texts' },
      subject: { kind: 'text', required: true },
      body: { kind: 'text', required: true },
    },
  },
  {
    name: 'http',
    inputs: {
      url: { kind: 'text', required: true },
      method: { kind: 'text' },
      headers: { kind: 'object' },
      body: { kind: 'any' },
    },
  },
  {
    name: 'record.update',
    inputs: {
      registry: { kind: 'text', required: true },
      id: { kind: 'text', required: true },
      values: { kind: 'object', required: true },
    },
  },
  {
    name: 'manual.answer',
    inputs: {
      questionId: { kind: 'text', required: true },
      answer: { kind: 'text', required: true },
      public: { kind: 'boolean' },
    },
  },
  { name: 'setVariables', inputs: {}, open: true, inline: true },
];

export const ACTIONS: ReadonlyMap<string, ActionDescription> = new Map(
  DESCRIPTIONS.map((action) => [action.name, action]),
);

const FITS: Record<InputKind, (value: Json) => boolean> = {
  text: (value) => typeof value === 'string',
  texts: (value) =>
    typeof value === 'string' || (Array.isArray(value) && value.every((entry) => typeof entry === 'string')),
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  object: (value) => value !== null && typeof value === 'object' && !Array.isArray(value),
  any: () => true,
};

/** Returns the first error in the evaluated inputs, or undefined. */
export function inputFault(action: ActionDescription, input: Vars): string | undefined {
  for (const [name, { kind, required }] of Object.entries(action.inputs)) {
    const value = input[name] ?? null;
    if (value === null) {
      if (required) return `${name} is empty.`;
    } else if (!FITS[kind](value)) {
      return `${name} is not ${kind === 'texts' ? 'a text or a list of texts' : `of the kind ${kind}`}.`;
    }
  }
  return undefined;
}
