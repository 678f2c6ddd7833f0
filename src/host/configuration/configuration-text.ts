import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { configurationMessages } from './configuration.messages.ts';

/** Translates the texts of the page of configuration files. */
export type ConfigurationText = typeof configurationMessages extends Messages<infer Key> ? Translate<Key> : never;

/** The name of a kind; its id for one of a later version. */
export function kindName(t: ConfigurationText, kind: string): string {
  const known = KINDS.find((one) => one === kind);
  return known ? t(`kind.${known}`) : kind;
}

const KINDS = [
  ...(['languages', 'groups', 'tags', 'dimensions', 'dropdowns', 'number-series', 'forms'] as const),
  ...(['form-fragments', 'registries', 'processes', 'case-types', 'catalogue-categories'] as const),
  ...(['catalogue-items', 'views', 'menus', 'settings', 'texts', 'config-texts'] as const),
] as const;
