import { textOf } from '../../shared/forms/index.ts';
import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { builderMessages } from './builder.messages.ts';
import type { Announcement } from './editing.ts';
import type { EditSummary, NodeLabel } from './edits/edit.ts';

type Key = typeof builderMessages extends Messages<infer One> ? One : never;

/** Translates the texts of the builder. */
export type BuilderText = Translate<Key>;

/** Display name of a node type. */
export function typeText(type: string, t: BuilderText): string {
  return t(`type.${type}` as Key) === `type.${type}` ? t('type.unknown') : t(`type.${type}` as Key);
}

/** Display name of a node: its label, otherwise its type. */
export function labelText(label: NodeLabel, languageId: string, t: BuilderText): string {
  return textOf(label.texts, languageId) || typeText(label.type, t);
}

/** Description of an edit: `Moved Subject to position 3 in General`. */
export function summaryText(summary: EditSummary, languageId: string, t: BuilderText): string {
  const first = summary.node ? labelText(summary.node, languageId, t) : '';
  const name = summary.count > 1 ? t('said.many', { name: first, count: summary.count - 1 }) : first;
  return t(`said.${summary.what}`, {
    name,
    position: summary.position,
    parent: summary.parent && labelText(summary.parent, languageId, t),
    into: summary.what === 'wrapped' ? typeText(summary.into ?? '', t) : summary.into,
    uses: summary.uses ?? 0,
  });
}

/** Text of a screen reader announcement. */
export function announcementText(announcement: Announcement, languageId: string, t: BuilderText): string {
  switch (announcement.what) {
    case 'did':
      return summaryText(announcement.summary, languageId, t);
    case 'undone':
    case 'redone':
      return t(`said.${announcement.what}`, { step: summaryText(announcement.summary, languageId, t) });
    case 'copied':
      return t('said.copied', { count: announcement.count });
    case 'grabbed':
    case 'dropped':
      return t(`said.${announcement.what}`, { name: labelText(announcement.node, languageId, t) });
    default:
      return t(`said.${announcement.what}`);
  }
}
