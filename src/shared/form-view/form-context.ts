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
  /** Width class if the node has none of its own. */
  readonly width?: string;
}

/** Context of one rendered form. */
export interface FormSetting {
  readonly model: FormModel;
  readonly t: FormText;
  readonly language: LanguageId;
  /** Prefix of the form's ids, so that two forms on a page do not collide. */
  readonly prefix: string;
  readonly services: FormServices;
  /** Names of objects referenced by id. */
  readonly names: ChoiceTexts;
  readonly places: FormNavigation;
  /** Keys of computed fields that show in the footer of a table instead of in their place. */
  readonly totals: ReadonlySet<string>;
  /** Renders a part of the form: container components cannot import it without a cycle. */
  readonly Node: ComponentType<NodeProps>;
  /** Shows everything, for printing: no tabs, no steps, every row. */
  readonly isWhole: boolean;
}

const Setting = createContext<FormSetting | null>(null);
export const FormSettingProvider = Setting.Provider;

export function useForm(): FormSetting {
  const setting = use(Setting);
  if (!setting) throw new Error('A part of a form is outside a form');
  return setting;
}

/** Id of the element that is focused for a field; valid in a selector without escaping. */
export function controlId(prefix: string, stateId: string): string {
  return `${prefix}${stateId.replaceAll('.', '-')}`;
}
