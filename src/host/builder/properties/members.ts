import type { BuilderText } from '../builder-text.ts';
import type { AnyNode } from '../edits/tree.ts';

type Text = Parameters<BuilderText>[0];

/** A member of a node and its control. */
export interface Member {
  readonly name: string;
  readonly label: Text;
  readonly hint?: Text;
  /**
   * `texts`: text in the selected language. `limit`: a value or an expression. `lines`: a list, one entry per line.
   * `list`: a comma-separated list. `number`: any number.
   */
  readonly control:
    | 'text'
    | 'mono'
    | 'texts'
    | 'longTexts'
    | 'number'
    | 'limit'
    | 'numberLimit'
    | 'flag'
    | 'lines'
    | 'list'
    | 'expression';
  /** Placed beside the next member. */
  readonly half?: true;
}

const half = true as const;
const of = (name: string, label: Text, control: Member['control'], more: Partial<Member> = {}): Member => ({
  name,
  label,
  control,
  ...more,
});
const computed = of('computed', 'p.computed', 'expression', { hint: 'p.computed.hint' });
const limits = (control: 'limit' | 'numberLimit', hint?: Text): readonly Member[] => [
  of('min', 'p.min', control, { ...(hint && { hint }) }),
  of('max', 'p.max', control),
];
const items: readonly Member[] = [
  of('minItems', 'p.minItems', 'number', { half }),
  of('maxItems', 'p.maxItems', 'number', { half }),
];
const text: readonly Member[] = [
  of('minLength', 'p.minLength', 'number', { half }),
  of('maxLength', 'p.maxLength', 'number', { half }),
  of('default', 'p.default', 'text'),
  computed,
];
const rows: readonly Member[] = [
  of('minRows', 'p.minRows', 'number', { half }),
  of('maxRows', 'p.maxRows', 'number', { half }),
  of('addLabel', 'p.addLabel', 'texts'),
];
const totals = of('totals', 'p.totals', 'list');

/** Members specific to each type, in addition to those of every field or part. */
const MEMBERS: Readonly<Record<string, readonly Member[]>> = {
  text,
  multiline: text,
  number: [
    of('min', 'p.min', 'numberLimit', { half }),
    of('max', 'p.max', 'numberLimit', { half }),
    of('integer', 'p.integer', 'flag'),
    of('scale', 'p.scale', 'number', { half }),
    of('default', 'p.default', 'number', { half }),
    of('unit', 'p.unit', 'texts'),
    computed,
  ],
  money: [
    of('min', 'p.min', 'numberLimit', { half }),
    of('max', 'p.max', 'numberLimit', { half }),
    of('currency', 'p.currency', 'mono', { half }),
    of('scale', 'p.scale', 'number', { half }),
    of('default', 'p.default', 'number'),
    computed,
  ],
  date: [...limits('limit', 'p.limit.hint'), of('default', 'p.default', 'text'), computed],
  time: [...limits('limit', 'p.time.hint'), of('default', 'p.default', 'text'), computed],
  dateTime: [...limits('limit', 'p.moment.hint'), of('default', 'p.default', 'text'), computed],
  period: [...limits('limit', 'p.limit.hint'), of('maxDays', 'p.maxDays', 'number')],
  checkbox: [of('default', 'p.default', 'flag'), computed],
  radio: [],
  dropdown: [],
  multiSelect: [...items, of('default', 'p.default.ids', 'list')],
  tags: [...items, of('default', 'p.default.tags', 'list'), of('suggestions', 'p.suggestions', 'lines')],
  users: items,
  record: [of('resource', 'p.resource', 'mono', { hint: 'p.resource.hint' })],
  attachment: [
    of('maxFiles', 'p.maxFiles', 'number', { half }),
    of('maxSize', 'p.maxSize', 'number', { half }),
    of('accept', 'p.accept', 'list'),
  ],
  table: [...rows, totals],
  group: [...rows, of('rowLabel', 'p.rowLabel', 'texts'), totals],
  section: [of('because', 'p.because', 'longTexts')],
};

export function membersOf(node: AnyNode): readonly Member[] {
  return MEMBERS[node.type] ?? [];
}
