export type { KnownFiles } from './accept-value.ts';
export { type Answer, carryOver } from './carry-over.ts';
export { checkDefinition, definitionSchema } from './check-definition.ts';
export { type ColumnKind, columnFields, columnKind, SLOT_KINDS, slotHolds } from './column-kind.ts';
export { type CompiledField, type CompiledTable, compileForm } from './compile.ts';
export {
  decimalFromMinorUnits,
  decimalFromNumber,
  decimalFromText,
  toMinorUnits,
  toNumber,
} from './decimal.ts';
export * from './definition.ts';
export {
  DEFINITION_FAULTS,
  type DefinitionFault,
  type FaultParams,
  FaultyTextError,
  faultParams,
} from './definition-faults.ts';
export { isDrawable } from './drawable.ts';
export { evaluate } from './expression.ts';
export { FUNCTIONS, type FunctionName } from './expression-functions.ts';
export { namePlacesIn } from './expression-names.ts';
export { ExpressionError, type ExpressionFault, parseExpression } from './expression-parser.ts';
export { toFeel } from './field-feel.ts';
export type { Issue } from './field-issues.ts';
export type { FieldState } from './field-state.ts';
export {
  currencyOf,
  isFiles,
  isMoney,
  isPeriod,
  isTexts,
  maxLengthOf,
  NUMBER_MAX,
  scaleOf,
} from './field-values.ts';
export { attachmentField, filePlaces, withoutFiles } from './file-places.ts';
export { type KeyUse, renameKey, usesOfKey } from './key-uses.ts';
export { type FieldConflict, mergeValues, same } from './merge.ts';
export { createFormModel, type FormModel } from './model.ts';
export { checkPattern, matchesPattern } from './patterns.ts';
export {
  type FoundReference,
  type FoundReferences,
  type ReferenceKey as RequestedReference,
  type ReferenceKind,
  referenceName,
  referencesIn,
} from './references.ts';
export { parseRichText, type RichNode } from './rich-text.ts';
export { FORM_STEPS, TooManySteps, withinSteps } from './step-limit.ts';
export { type SubmitContext, submitForm } from './submit.ts';
export type { RowState, TableState } from './table-state.ts';
export { type FeelValue, isKind, isList, type Scope } from './values.ts';
