export { checkDefinition } from './check-definition.ts';
export { type CompiledField, type CompiledForm, type CompiledTable, compileForm } from './compile.ts';
export { dayNumber, daysInMonth, dayText, weekday } from './days.ts';
export {
  compare,
  type Decimal,
  decimalFromMinorUnits,
  decimalFromNumber,
  decimalFromText,
  toFixedText,
  toMinorUnits,
  toNumber,
  toText,
} from './decimal.ts';
export * from './definition.ts';
export type { FieldState } from './field-state.ts';
export { currencyOf, type Issue, maxLengthOf, NUMBER_MAX, scaleOf } from './field-types.ts';
export { createFormModel, type FormModel, type FormModelOptions, type FoundIssue } from './model.ts';
export { parseRichText, type RichNode } from './rich-text.ts';
export { type Submission, type SubmitContext, submitForm } from './submit.ts';
export type { RowState, TableState } from './table-state.ts';
