import { type Static, Type } from 'typebox';
import { FORM_BOUNDS } from './body-bounds.ts';
import { endpoint } from './endpoint.ts';
import { Day, nullable, Values } from './shapes.contract.ts';

/** The server's response to submitting a draft (BEY-23). */
const FormCheck = Type.Object({
  /** Pointers start with `/values`. */
  issues: Type.Array(
    Type.Object({
      pointer: Type.String(),
      code: Type.String(),
      title: Type.String(),
      params: Type.Optional(Values),
    }),
  ),
  /** Values that would be stored: without hidden ones, with computed ones updated. Null if there are errors. */
  submitted: nullable(Values),
});

export type FormCheck = Static<typeof FormCheck>;

export const checkForm = endpoint({
  method: 'POST',
  path: '/api/forms/check',
  summary: 'Test a form definition with values: errors and the values that would be stored; nothing is saved',
  who: 'provider',
  scope: null,
  bodyLimit: 2_097_152,
  bodyBounds: FORM_BOUNDS,
  body: Type.Object(
    {
      body: Type.Unknown({ description: 'Form definition, format version 1' }),
      values: Type.Optional(Values),
      /** Values of the form when it was opened: read-only fields keep them. */
      current: Type.Optional(Values),
      languageId: Type.Optional(Type.String({ maxLength: 10 })),
      /** An outcome of the form; by default everything is checked. */
      outcome: Type.Optional(Type.String({ maxLength: 64 })),
      /** The day to use as today; the organisation's by default. */
      today: Type.Optional(Day),
    },
    { additionalProperties: false },
  ),
  reply: FormCheck,
  errors: ['form.definition_invalid', 'outcome.unknown'],
});
