import { type ComponentType, createContext, use } from 'react';
import type { LanguageId } from '../contracts/constants.ts';
import type { FormModel, FormNode } from '../forms/index.ts';
import type { Messages, Translate } from '../locale/index.ts';
import type { ChoiceTexts } from './choice-sources.ts';
import type { formMessages } from './form.messages.ts';
import type { FormNavigation } from './form-navigation.ts';
import type { FormServices } from './services.ts';

export type FormText = typeof formMessages extends Messages<infer Key> ? Translate<Key> : never;

export interface NodeProps<Node extends FormNode = FormNode> {
  readonly node: Node;
  /** The class of its width where the node does not say its own. */
  readonly width?: string;
}

/** What every part of one drawn form needs. */
export interface FormSetting {
  readonly model: FormModel;
  readonly t: FormText;
  readonly language: LanguageId;
  /** Before the ids of the form's elements, so that two forms on a page do not meet. */
  readonly prefix: string;
  readonly services: FormServices;
  /** Names of what the form holds by id. */
  readonly names: ChoiceTexts;
  readonly places: FormNavigation;
  /** Computed fields that stand at the foot of a table instead of where they are. */
  readonly totals: ReadonlySet<string>;
  /** Draws a part of the form: parts that hold others cannot import it. */
  readonly Node: ComponentType<NodeProps>;
  /** Everything at once, for paper: no tabs, no steps, every row. */
  readonly isWhole: boolean;
}

const Setting = createContext<FormSetting | null>(null);
export const FormSettingProvider = Setting.Provider;

export function useForm(): FormSetting {
  const setting = use(Setting);
  if (!setting) throw new Error('A part of a form stands outside of a form');
  return setting;
}

/** The id of the element that is focused for a field; usable in a selector without escaping. */
export function controlId(prefix: string, stateId: string): string {
  return `${prefix}${stateId.replaceAll('.', '-')}`;
}
