/** Types of Form.io components and their converted types, including names from older and public-sector kits. */
const FIELDS: Readonly<Record<string, string>> = {
  textfield: 'text',
  password: 'text',
  email: 'text',
  url: 'text',
  phoneNumber: 'text',
  textarea: 'multiline',
  address: 'multiline',
  number: 'number',
  currency: 'money',
  checkbox: 'checkbox',
  radio: 'radio',
  select: 'dropdown',
  selectboxes: 'multiSelect',
  tags: 'tags',
  datetime: 'dateTime',
  date: 'date',
  day: 'date',
  time: 'time',
  file: 'attachment',
  signature: 'signature',
  iban: 'text',
  bsn: 'text',
  postcode: 'text',
  licenseplate: 'text',
  state: 'text',
  zip: 'text',
  resource: 'text',
};
/** Types whose replacement users will notice. */
const REPLACED: ReadonlySet<string> = new Set([
  'password',
  'address',
  'iban',
  'bsn',
  'postcode',
  'licenseplate',
  'state',
  'zip',
  'resource',
]);

export const LAYOUTS: Readonly<Record<string, 'section' | 'stack' | 'columns' | 'table' | 'tabs'>> = {
  panel: 'section',
  fieldset: 'section',
  well: 'section',
  container: 'stack',
  columns: 'columns',
  table: 'table',
  tabs: 'tabs',
  form: 'section',
};
export const ROWS: Readonly<Record<string, 'table' | 'group'>> = {
  datagrid: 'table',
  edittable: 'table',
  datatable: 'table',
  editgrid: 'group',
};
export const TEXTS: ReadonlySet<string> = new Set([
  'content',
  'htmlelement',
  'heading',
  'paragraph',
  'softRequiredErrors',
]);

const KIT: Readonly<Record<string, string>> = {
  textareas: 'textarea',
  numbers: 'number',
  checkboxes: 'selectboxes',
  radios: 'radio',
  radioadvanced: 'radio',
  selectadvanced: 'select',
  selectboxesadvanced: 'selectboxes',
  textfieldadvanced: 'textfield',
  numberadvanced: 'number',
  datetimeadvanced: 'datetime',
  dayadvanced: 'day',
  emailadvanced: 'email',
  phonenumber: 'phoneNumber',
  phonenumberadvanced: 'phoneNumber',
  categorytextarea: 'textarea',
  buttonsubmit: 'button',
  buttonreset: 'button',
  cols2: 'columns',
  cols3: 'columns',
  cols4: 'columns',
};

/** Returns the type that a kit's type is based on: `simpletextfieldadvanced` and `npmtextfield` are text fields. */
export function plainType(type: string): string {
  const bare = type.replace(/^simple(?=.)/, '');
  const small = bare.toLowerCase();
  if (Object.hasOwn(KIT, small)) return KIT[small] ?? bare;
  const isKnown = [FIELDS, LAYOUTS, ROWS].some((kinds) => Object.hasOwn(kinds, bare));
  return isKnown || TEXTS.has(bare) ? bare : type;
}

export function fieldType(type: string): string | null {
  return Object.hasOwn(FIELDS, type) ? (FIELDS[type] ?? null) : null;
}

export const isReplaced = (type: string): boolean => REPLACED.has(type);
