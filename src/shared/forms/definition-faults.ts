/** Texts of faults in definitions, in English like the format itself, with placeholders such as `{word}`. */
export const DEFINITION_FAULTS = {
  text: 'a text of {least} to {most} characters is expected',
  characters: 'holds characters that cannot be stored',
  texts: 'a text per language is expected, as {example}',
  language: 'a language is expected',
  oneOf: 'one of {list} is expected',
  whole: 'a whole number from {least} to {most} is expected',
  number: 'a number is expected',
  list: 'a list of {least} to {most} is expected',
  members: 'an object with {least} to {most} members is expected',
  object: 'an object is expected',
  unknown: 'is not known here',
  missing: 'is missing',
  deep: 'is nested too deeply',
  condition: 'a condition is expected',
  severalValues: 'a list is expected',
  oneValue: 'one value is expected',
  fromTo: '[from, to] is expected',
  id: 'an id of letters, digits, - and _ is expected',
  key: 'a key like {example} is expected',
  reserved: '{word} is a reserved name',
  optionId: 'an option id is expected',
  property: 'the name of a property is expected',
  currency: 'a currency like {example} is expected',
  registry: 'the id of a registry is expected',
  day: 'a day as {example}, today or today+14 is expected',
  time: 'a time as {example} is expected',
  moment: 'a moment as {example}, or a day, is expected',
  optionsOrSource: 'either options or source is expected',
  nodes: 'nodes of a form are expected',
  formId: '{word} is expected',
  noDropdown: 'there is no dropdown {word}',
  noDimension: 'there is no dimension {word}',
  twice: 'is used twice',
  tooManyFields: 'has more than {most} fields',
  noField: 'there is no field {word}',
  overMax: 'is more than max',
  overMaxRows: 'is more than maxRows',
  overMaxLength: 'is more than maxLength',
  notComputed: '{word} is not a computed field',
  notAnOption: 'is not one of the options',
  periodBlank: 'a period can only be empty or not: ask for {word}.from or .to',
  columnValues: 'a column has many values: use an expression, as sum({word})',
  tableBlank: 'a table can only be empty or not',
  filesBlank: 'files can only be there or not',
  tablePerRow: 'goes through a table for every row: compute it in a field of the form and read that field',
  tablePerItem: 'goes through a table again for every item of a list',
  tableCounted: 'the table {word} can only be counted, or one of its columns read',
  circle: 'depends on itself: {list}',
  /** `problem` is an ExpressionFault. */
  expression: '{text} (position {position})',
  'pattern.long': 'has more than {most} characters',
  'pattern.large': 'is too large with its repetitions written out',
  'pattern.closed': 'a bracket is closed that was not opened (position {position})',
  'pattern.open': '")" is expected (position {position})',
  'pattern.repeat': 'there is nothing to repeat (position {position})',
  'pattern.times': 'is no number of repetitions (position {position})',
  'pattern.group': 'only ( ) and (?: ) are groups here (position {position})',
  'pattern.here': 'is not a pattern here (position {position})',
  'pattern.set': 'is not a set of characters (position {position})',
  'markup.unreadable': 'cannot be read (position {position})',
  'markup.tag': '{word} is not allowed',
  'markup.closes': '{word} closes nothing',
  'markup.attributes': '{word} has attributes that are not allowed',
  'markup.open': '{word} is not closed',
} as const;
export type DefinitionFault = keyof typeof DEFINITION_FAULTS;

export type FaultParams = Readonly<Record<string, string | number>>;

/**
 * Returns the parameters of a fault: those of its text, `fault` for translation, and `detail` for authors of
 * definitions.
 */
export function faultParams(fault: DefinitionFault, params: FaultParams = {}): FaultParams {
  const detail = DEFINITION_FAULTS[fault].replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));
  return { ...params, fault, detail };
}

/** Thrown for a text in a definition that cannot be parsed: a pattern, or static text. */
export class FaultyTextError extends Error {
  readonly fault: DefinitionFault;
  readonly params: FaultParams;
  constructor(fault: DefinitionFault, params: FaultParams = {}) {
    super(String(faultParams(fault, params).detail));
    this.fault = fault;
    this.params = params;
  }
}
