/**
 * A form definition, format version 1: edited by administrators, stored by versions, used by tasks. docs/forms.md
 * describes it.
 */

/** A text per language; `en` is the fallback. */
export type Texts = { readonly [languageId: string]: string };

/** The operators of list filters (FIL-02); `eq` and `neq` with an empty value mean blank and not blank. */
export const CONDITION_OPERATORS = [
  'eq',
  'neq',
  'like',
  'nlike',
  'startWith',
  'endWith',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'inrange',
] as const;
type ConditionOperator = (typeof CONDITION_OPERATORS)[number];

export type ConditionScalar = string | number | boolean | null;
/** `in` takes a list; `inrange` takes `[from, to]`, both inclusive, either may be null. */
type ConditionValue = ConditionScalar | readonly ConditionScalar[];

export interface FieldCondition {
  /** A field's key; inside a table column `row.<key>` is another cell of the same row. */
  readonly field: string;
  readonly op: ConditionOperator;
  readonly value: ConditionValue;
}

export interface ExpressionSource {
  readonly expr: string;
}

/** A condition. An expression holds only if it returns `true`. */
export type Condition =
  | FieldCondition
  | ExpressionSource
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition };

type ColumnWidth = 3 | 4 | 5 | 6 | 7 | 8 | 12;

interface FieldBase {
  readonly key: string;
  readonly label: Texts;
  readonly hint?: Texts;
  /** Width in columns of twelve, where there is room. */
  readonly width?: ColumnWidth;
  readonly visible?: Condition;
  readonly required?: boolean | Condition;
  readonly readOnly?: boolean | Condition;
}

export type TextFormat = 'email' | 'phone' | 'link';

interface TextField extends FieldBase {
  readonly type: 'text' | 'multiline';
  readonly minLength?: number;
  /** Maximum number of characters; 1,000 by default for text, 10,000 for multiline. */
  readonly maxLength?: number;
  readonly format?: TextFormat;
  /** A regular expression that the whole text must match; run in linear time (pattern-program.ts). */
  readonly pattern?: string;
  /** Error message for text in the wrong format. */
  readonly patternMessage?: Texts;
  readonly default?: string;
  readonly computed?: string;
}

interface NumberField extends FieldBase {
  readonly type: 'number';
  readonly min?: number | ExpressionSource;
  readonly max?: number | ExpressionSource;
  readonly integer?: boolean;
  /** Decimal places that may be typed and to which a computed value is rounded: 0 to 6; 6 by default. */
  readonly scale?: number;
  readonly unit?: Texts;
  readonly default?: number;
  readonly computed?: string;
}

export interface MoneyField extends FieldBase {
  readonly type: 'money';
  /** ISO 4217; EUR by default. A field has one currency. */
  readonly currency?: string;
  /** Decimal places of the currency: 0 to 4; 2 by default. */
  readonly scale?: number;
  /** In major units, as in expressions. */
  readonly min?: number | ExpressionSource;
  readonly max?: number | ExpressionSource;
  readonly default?: number;
  readonly computed?: string;
}

interface DateField extends FieldBase {
  readonly type: 'date';
  /** `2026-11-21`, `today`, `today+14`, `today-1`, or an expression with a date as its result. */
  readonly min?: string | ExpressionSource;
  readonly max?: string | ExpressionSource;
  readonly default?: string;
  readonly computed?: string;
}

/** A time of day, `09:30`. */
interface TimeField extends FieldBase {
  readonly type: 'time';
  /** `09:30`, or an expression with a time as its result. */
  readonly min?: string | ExpressionSource;
  readonly max?: string | ExpressionSource;
  readonly default?: string;
  readonly computed?: string;
}

/** A day and a time on the organisation's clock, `2026-11-21T09:30`, without a time zone. */
interface DateTimeField extends FieldBase {
  readonly type: 'dateTime';
  /** `2026-11-21T09:30`, a day as in date fields (its start for `min`, its end for `max`), or an expression. */
  readonly min?: string | ExpressionSource;
  readonly max?: string | ExpressionSource;
  readonly default?: string;
  readonly computed?: string;
}

/** Two days, both inclusive. */
export interface PeriodField extends FieldBase {
  readonly type: 'period';
  /** The limits of both days, as in date fields. */
  readonly min?: string | ExpressionSource;
  readonly max?: string | ExpressionSource;
  /** Maximum length in days, counting both ends. */
  readonly maxDays?: number;
}

interface CheckboxField extends FieldBase {
  readonly type: 'checkbox';
  readonly default?: boolean;
  readonly computed?: string;
}

interface Option {
  readonly id: string;
  readonly text: Texts;
}

/** Options from a dropdown of the organisation (`/api/dropdowns`), instead of the field's own. */
export interface OptionSource {
  readonly dropdownId: string;
  /**
   * Only options whose properties have these values. `{field}` takes the value of that field; while it is blank, it
   * restricts nothing.
   */
  readonly filter?: { readonly [property: string]: string | number | boolean | { readonly field: string } };
}

interface ChoiceBase extends FieldBase {
  /** Either `options` or `source`. */
  readonly options?: readonly Option[];
  readonly source?: OptionSource;
}

interface ChoiceField extends ChoiceBase {
  readonly type: 'radio' | 'dropdown';
  readonly default?: string;
}

export interface MultiSelectField extends ChoiceBase {
  readonly type: 'multiSelect';
  readonly minItems?: number;
  /** At most 200. */
  readonly maxItems?: number;
  readonly default?: readonly string[];
}

/** Short texts entered by the user. */
export interface TagsField extends FieldBase {
  readonly type: 'tags';
  readonly minItems?: number;
  /** At most 200; 20 by default. */
  readonly maxItems?: number;
  /** Suggested while typing; other texts are accepted too. */
  readonly suggestions?: readonly string[];
  readonly default?: readonly string[];
}

export interface UsersField extends FieldBase {
  readonly type: 'users';
  readonly minItems?: number;
  /** At most 200; 20 by default. */
  readonly maxItems?: number;
}

/** A reference to an object outside the form. */
interface ReferenceField extends FieldBase {
  readonly type: 'user' | 'department' | 'company' | 'dimension' | 'record';
  /** For `dimension`: code of the dimension whose values are offered. */
  readonly dimension?: string;
  /** For `record`: the registry whose records are offered. */
  readonly resource?: string;
}

/** A drawn or typed signature, stored as an image file. */
export interface SignatureField extends FieldBase {
  readonly type: 'signature';
}

export interface AttachmentField extends FieldBase {
  readonly type: 'attachment';
  /** At most 50; 10 by default. */
  readonly maxFiles?: number;
  /** Accepted file extensions, as `pdf`; by default all types that the product accepts. */
  readonly accept?: readonly string[];
  /** Maximum megabytes per file, within the organisation's limit. */
  readonly maxSize?: number;
}

export type DataField =
  | TextField
  | NumberField
  | MoneyField
  | DateField
  | TimeField
  | DateTimeField
  | PeriodField
  | CheckboxField
  | ChoiceField
  | MultiSelectField
  | TagsField
  | ReferenceField
  | UsersField
  | AttachmentField
  | SignatureField;

/** Repeating rows: lines of a `table`, or cards of a `group`. */
export interface TableNode extends FieldBase {
  readonly type: 'table' | 'group';
  readonly columns: readonly DataField[];
  readonly minRows?: number;
  /** At most 1,000; 100 by default. */
  readonly maxRows?: number;
  readonly addLabel?: Texts;
  /** Label of each row of a `group`, followed by its number. */
  readonly rowLabel?: Texts;
  /** Keys of computed form fields that the table's footer shows instead of their own position. */
  readonly totals?: readonly string[];
}

export interface RichTextNode {
  readonly type: 'richText';
  readonly id: string;
  /** Paragraphs, lists, emphasis and links only (rich-text.ts); anything else is refused. */
  readonly content: Texts;
  readonly visible?: Condition;
}

/** `tabs` contains `tab`s, `wizard` contains `step`s; the others may contain anything. */
const LAYOUT_TYPES = ['stack', 'section', 'columns', 'tabs', 'tab', 'wizard', 'step'] as const;

export interface LayoutNode {
  readonly type: (typeof LAYOUT_TYPES)[number];
  readonly id: string;
  readonly title?: Texts;
  readonly visible?: Condition;
  /** Reason shown to the user when a condition makes the part visible. */
  readonly because?: Texts;
  readonly children: readonly FormNode[];
}

export type FormNode = DataField | TableNode | RichTextNode | LayoutNode;

export interface FormRule {
  readonly id: string;
  /** Broken only by `false`; an expression over missing values is neither true nor false. */
  readonly assert: Condition;
  /** Key of the field that shows the message. */
  readonly at: string;
  readonly message: Texts;
}

type OutcomeStyle = 'primary' | 'neutral' | 'danger';

export interface FormOutcome {
  readonly id: string;
  readonly label: Texts;
  /** `neutral` by default. */
  readonly style?: OutcomeStyle;
  /** `none` by default. */
  readonly comment?: 'none' | 'optional' | 'required';
  /** Confirmation question. */
  readonly confirm?: Texts;
  /** Whether required fields, limits and rules must hold; `true` by default. */
  readonly validate?: boolean;
  /** Whether e-mails may offer a button for it; `true` by default. */
  readonly byMail?: boolean;
}

export interface FormBody {
  readonly formatVersion: 1;
  readonly id: string;
  readonly kind?: 'task' | 'record' | 'start';
  readonly title: Texts;
  readonly root: LayoutNode;
  readonly rules?: readonly FormRule[];
  readonly outcomes?: readonly FormOutcome[];
}

/** Money in the API and in values: an integer of minor units. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** Both days or one of them, never neither. */
export interface Period {
  readonly from: string | null;
  readonly to: string | null;
}

export type FieldValue = string | number | boolean | Money | Period | readonly string[] | readonly FileRef[] | null;
/** A file in a value: uploaded before, referenced by id. The server adds the other members. */
export interface FileRef {
  readonly id: string;
  readonly fileName: string;
  readonly size: number;
  readonly mediaType: string;
}

/** `rowId` is stable while other rows are added, removed or moved. */
export type RowValue = { readonly rowId: string } & { readonly [columnKey: string]: FieldValue };
export type FormValue = FieldValue | readonly RowValue[];
export type FormValues = { readonly [key: string]: FormValue };

/** Outcomes of a form that defines none. */
export const DEFAULT_OUTCOMES: readonly FormOutcome[] = [
  {
    id: 'complete',
    label: { en: 'Complete', et: 'Lõpeta', ru: 'Завершить', zh: '完成' },
    style: 'primary',
    comment: 'none',
    validate: true,
  },
];

export function outcomesOf(body: FormBody): readonly FormOutcome[] {
  return body.outcomes?.length ? body.outcomes : DEFAULT_OUTCOMES;
}

/** Returns the text in a language, otherwise in English, otherwise in any language. */
export function textOf(texts: Texts | undefined, languageId: string): string {
  if (!texts) return '';
  return texts[languageId] ?? texts.en ?? Object.values(texts)[0] ?? '';
}

export function isLayout(node: FormNode): node is LayoutNode {
  return (LAYOUT_TYPES as readonly string[]).includes(node.type);
}

export function isRepeating(node: FormNode): node is TableNode {
  return node.type === 'table' || node.type === 'group';
}
