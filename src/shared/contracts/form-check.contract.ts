import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Day, nullable, Values } from './shapes.contract.ts';

/** What the server would say to a submission of a draft (BEY-23). */
const FormCheck = Type.Object({
  /** Pointers begin at `/values`. */
  issues: Type.Array(
    Type.Object({
      pointer: Type.String(),
      code: Type.String(),
      title: Type.String(),
      params: Type.Optional(Values),
    }),
  ),
  /** What would be kept: without what is hidden, computed anew. Null when something is wrong. */
  submitted: nullable(Values),
});

export type FormCheck = Static<typeof FormCheck>;

export const checkForm = endpoint({
  method: 'POST',
  path: '/api/forms/check',
  summary: 'Try a definition with values: what would be wrong and what would be kept; nothing is saved',
  who: 'provider',
  scope: null,
  bodyLimit: 2_097_152,
  body: Type.Object(
    {
      body: Type.Unknown({ description: 'Form definition, format version 1' }),
      values: Type.Optional(Values),
      /** What the form held when it was opened: read-only fields keep it. */
      current: Type.Optional(Values),
      languageId: Type.Optional(Type.String({ maxLength: 10 })),
      /** One of the form's; without it everything is checked. */
      outcome: Type.Optional(Type.String({ maxLength: 64 })),
      /** The day it is taken to be; the organisation's when not said. */
      today: Type.Optional(Day),
    },
    { additionalProperties: false },
  ),
  reply: FormCheck,
  errors: ['form.definition_invalid', 'outcome.unknown'],
});
