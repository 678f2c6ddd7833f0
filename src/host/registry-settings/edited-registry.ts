import type { RegistryDefinition, RegistrySettings } from '../../shared/contracts/registry-settings.contract.ts';
import type { OpenedRegistry } from './registry-settings.store.ts';
import type { RegistrySettingsText } from './registry-settings-text.ts';

/** What each tab edits. */
export interface TabProps {
  readonly values: RegistryDefinition;
  readonly type: (changes: Partial<RegistryDefinition>) => void;
  readonly opened: OpenedRegistry;
  readonly t: RegistrySettingsText;
}

/** The settings of a registry that can be changed. */
export function definitionOf(registry: RegistrySettings): RegistryDefinition {
  const { id: _, version: __, records: ___, lastNumbers: ____, ...definition } = registry;
  return definition;
}

/** Moves an item of a list by one place. */
export function moved<Item>(list: readonly Item[], index: number, step: -1 | 1): Item[] {
  const to = index + step;
  if (to < 0 || to >= list.length) return [...list];
  return list.toSpliced(index, 1).toSpliced(to, 0, list[index]!);
}

/** Moves an item of a list to the place of another one. */
export function movedTo<Item>(list: readonly Item[], from: number, to: number): Item[] {
  return list.toSpliced(from, 1).toSpliced(to, 0, list[from]!);
}
