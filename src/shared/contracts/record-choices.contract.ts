import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { nullable, page } from './shapes.contract.ts';

/** A record as offered by a form field. */
const RecordChoice = Type.Object({
  id: Type.String(),
  number: Type.Optional(nullable(Type.String())),
  title: Type.Optional(nullable(Type.String())),
});
export type RecordChoice = Static<typeof RecordChoice>;

/** Query of `listRecords` by form fields, with the type of its response. */
export const findRecords = endpoint({
  method: 'GET',
  path: '/api/records/{resource}',
  summary: 'Records of a registry whose number or title contains `q`; with `ids` (`a,b`) exactly those',
  who: 'any',
  scope: ['task', 'records'],
  query: Type.Object({
    q: Type.Optional(Type.String({ maxLength: 200 })),
    ids: Type.Optional(Type.String({ maxLength: 12_000 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    sort: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  reply: page(RecordChoice),
  errors: ['registry.not_found', 'filter.bad_value'],
});
