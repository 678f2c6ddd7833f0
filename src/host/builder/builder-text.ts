import { textOf } from '../../shared/forms/index.ts';
import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { builderMessages } from './builder.messages.ts';
import type { Said } from './builder.store.ts';
import type { Called, Did } from './edits/edit.ts';

type Key = typeof builderMessages extends Messages<infer One> ? One : never;

/** Translates the texts of the builder. */
export type BuilderText = Translate<Key>;

/** Display name of a node type. */
export function typeText(type: string, t: BuilderText): string {
  return t(`type.${type}` as Key) === `type.${type}` ? t('type.unknown') : t(`type.${type}` as Key);
}

/** Display name of a node: its label, otherwise its type. */
export function calledText(called: Called, languageId: string, t: BuilderText): string {
  return textOf(called.texts, languageId) || typeText(called.type, t);
}

/** Description of an edit: `Moved Subject to position 3 in General`. */
export function didText(did: Did, languageId: string, t: BuilderText): string {
  const first = did.node ? calledText(did.node, languageId, t) : '';
  const name = did.count > 1 ? t('said.many', { name: first, count: did.count - 1 }) : first;
  return t(`said.${did.what}`, {
    name,
    position: did.position,
    parent: did.parent && calledText(did.parent, languageId, t),
    into: did.what === 'wrapped' ? typeText(did.into ?? '', t) : did.into,
    uses: did.uses ?? 0,
  });
}

/** Text of a screen reader announcement. */
export function saidText(said: Said, languageId: string, t: BuilderText): string {
  switch (said.what) {
    case 'did':
      return didText(said.did, languageId, t);
    case 'undone':
    case 'redone':
      return t(`said.${said.what}`, { step: didText(said.did, languageId, t) });
    case 'copied':
      return t('said.copied', { count: said.count });
    case 'grabbed':
    case 'dropped':
      return t(`said.${said.what}`, { name: calledText(said.node, languageId, t) });
    default:
      return t(`said.${said.what}`);
  }
}
