import { sql } from 'kysely';
import type { LanguageId } from '../../../shared/contracts/constants.ts';
import type { Tag } from '../../../shared/contracts/tags.contract.ts';
import { TAG_COLORS } from '../../../shared/contracts/tags.rules.ts';
import type { Resource } from '../records/index.ts';
import { tagMessages } from './tags.messages.ts';
import { readTagsByIds } from './tags.store.ts';

type TagText = Parameters<typeof tagMessages.text>[1];

const titled = (key: TagText) => (language: LanguageId) => tagMessages.text(language, key);
const colorName = (language: LanguageId, color: string) => tagMessages.text(language, `color.${color}` as TagText);

/** Tags for administrators, at /api/records/tags (ADM-03). */
export const tagsResource: Resource<Tag> = {
  name: 'tags',
  title: titled('tags'),
  who: ['admin'],
  scopes: ['reference'],
  defaultSort: 'name',
  source: () => sql`SELECT t.id, t.name, t.color, NULL::int AS people FROM tag t`,
  columns: [
    { field: 'name', type: 'text', title: titled('name'), sortable: true, cell: ({ name }) => name },
    {
      field: 'color',
      type: 'key',
      title: titled('color'),
      options: async (_tx, { language }) => TAG_COLORS.map((id) => ({ id, text: colorName(language, id) })),
      cell: ({ color }, { language }) => color && colorName(language, color),
    },
    { field: 'people', type: 'number', title: titled('people'), isPlain: true, cell: ({ people }) => people },
  ],
  read: (tx, _viewer, ids) => readTagsByIds(tx, ids),
};
