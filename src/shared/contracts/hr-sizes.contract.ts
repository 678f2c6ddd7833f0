import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { SIZES_MAX } from './hr.rules.ts';

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' });

/** A size of an item of clothing, such as shoes: 42. */
export const HrSize = Type.Object({ item: text(60), size: text(30) }, { additionalProperties: false });
export type HrSize = Static<typeof HrSize>;

export const getHrSizes = endpoint({
  method: 'GET',
  path: '/api/hr/{userId}/sizes',
  summary: 'Clothes sizes of a user, by item',
  who: 'any',
  scope: 'hr',
  reply: Type.Array(HrSize),
  errors: ['user.not_found', 'access.denied', 'scope.missing'],
});

export const putHrSizes = endpoint({
  method: 'PUT',
  path: '/api/hr/{userId}/sizes',
  summary: 'Replace the clothes sizes of a user',
  who: ['employee_management_admin', 'clothes_sizes_admin'],
  scope: null,
  body: Type.Array(HrSize, { maxItems: SIZES_MAX }),
  reply: Type.Array(HrSize),
  errors: ['user.not_found', 'access.denied', 'sizes.item_twice'],
});
