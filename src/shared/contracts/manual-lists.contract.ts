import { type Static, Type } from 'typebox';
import { Reading } from './manuals.contract.ts';
import { Id, Instant, literals, nullable, UserRef } from './shapes.contract.ts';

/** A row of the read report (`manuals_read`): a reading with the reader's department. */
export const ManualReportLine = Type.Object({
  ...Reading.properties,
  department: nullable(Type.String()),
  /** Days overdue. */
  overdueDays: nullable(Type.Integer()),
  assignedAt: Instant,
});
export type ManualReportLine = Static<typeof ManualReportLine>;

const ofText = {
  id: Id,
  manualId: Id,
  code: Type.String(),
  number: Type.Integer(),
  state: literals('draft', 'scheduled', 'released', 'retired'),
  /** Whether it belongs to the current version. */
  current: Type.Boolean(),
  languageId: Type.String(),
};

/** A text of a manual in one language (`manuals_language`). */
export const ManualLanguage = Type.Object({
  ...ofText,
  title: Type.String(),
  words: Type.Integer(),
  updatedAt: Instant,
  updatedBy: nullable(UserRef),
  attachments: Type.Integer(),
});
export type ManualLanguage = Static<typeof ManualLanguage>;

/** An attachment of a manual in one language (`manuals_language_attachments`). */
export const ManualFile = Type.Object({
  ...ofText,
  fileName: Type.String(),
  mediaType: Type.String(),
  size: Type.Integer(),
  required: Type.Boolean(),
});
export type ManualFile = Static<typeof ManualFile>;
