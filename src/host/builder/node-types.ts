import {
  AlignLeft,
  AppWindow,
  Boxes,
  BriefcaseBusiness,
  Building2,
  Calendar,
  CalendarClock,
  CalendarRange,
  ChevronsUpDown,
  CircleDot,
  Clock,
  Columns2,
  Euro,
  FileText,
  Footprints,
  Hash,
  Heading,
  LayoutPanelTop,
  ListChecks,
  type LucideIcon,
  Paperclip,
  PenLine,
  Rows3,
  Signature,
  Square,
  SquareCheck,
  Table,
  Tags,
  Type,
  User,
  Users,
} from 'lucide-react';
import type { LayoutNode, Texts } from '../../shared/forms/index.ts';
import { type BuilderText, typeText } from './builder-text.ts';
import type { AnyNode } from './edits/tree.ts';

interface NodeType {
  readonly type: string;
  readonly icon: LucideIcon;
  /** Search synonyms, in the English of the format. */
  readonly words?: string;
}

export const NODE_GROUPS = [
  {
    group: 'group.text',
    types: [
      { type: 'text', icon: Type, words: 'string input email phone link' },
      { type: 'multiline', icon: AlignLeft, words: 'textarea' },
      { type: 'number', icon: Hash, words: 'integer decimal' },
      { type: 'money', icon: Euro, words: 'amount currency' },
    ],
  },
  {
    group: 'group.time',
    types: [
      { type: 'date', icon: Calendar, words: 'day' },
      { type: 'time', icon: Clock },
      { type: 'dateTime', icon: CalendarClock },
      { type: 'period', icon: CalendarRange, words: 'range' },
    ],
  },
  {
    group: 'group.choice',
    types: [
      { type: 'checkbox', icon: SquareCheck, words: 'boolean switch' },
      { type: 'radio', icon: CircleDot },
      { type: 'dropdown', icon: ChevronsUpDown, words: 'select' },
      { type: 'multiSelect', icon: ListChecks },
      { type: 'tags', icon: Tags, words: 'labels' },
    ],
  },
  {
    group: 'group.people',
    types: [
      { type: 'user', icon: User },
      { type: 'users', icon: Users },
      { type: 'department', icon: Building2 },
      { type: 'company', icon: BriefcaseBusiness },
      { type: 'dimension', icon: Boxes },
      { type: 'record', icon: FileText, words: 'registry' },
    ],
  },
  {
    group: 'group.files',
    types: [
      { type: 'attachment', icon: Paperclip, words: 'file upload' },
      { type: 'signature', icon: Signature },
    ],
  },
  {
    group: 'group.layout',
    types: [
      { type: 'section', icon: Heading, words: 'fieldset panel' },
      { type: 'columns', icon: Columns2, words: 'grid' },
      { type: 'tabs', icon: AppWindow },
      { type: 'wizard', icon: Footprints, words: 'steps pages' },
      { type: 'table', icon: Table, words: 'rows lines grid' },
      { type: 'group', icon: Rows3, words: 'cards' },
      { type: 'richText', icon: PenLine, words: 'html paragraph' },
    ],
  },
] as const satisfies readonly { readonly group: string; readonly types: readonly NodeType[] }[];

/** Types that cannot be added directly. */
const OTHERS: readonly NodeType[] = [
  { type: 'stack', icon: Square },
  { type: 'tab', icon: LayoutPanelTop },
  { type: 'step', icon: LayoutPanelTop },
];

const ICONS = new Map<string, LucideIcon>(
  [...NODE_GROUPS.flatMap(({ types }): readonly NodeType[] => types), ...OTHERS].map(({ type, icon }) => [type, icon]),
);

export function iconOf(type: string): LucideIcon {
  return ICONS.get(type) ?? Square;
}

/** Finds types by their names in the page language and in the format. */
export function foundTypes(q: string, t: BuilderText): readonly NodeType[] {
  const wanted = q.trim().toLocaleLowerCase();
  const all = NODE_GROUPS.flatMap(({ types }): readonly NodeType[] => types);
  if (wanted === '') return all;
  const rank = ({ type, words = '' }: NodeType): number => {
    const name = typeText(type, t).toLocaleLowerCase();
    if (name.startsWith(wanted)) return 0;
    if (name.includes(wanted)) return 1;
    return `${type} ${words}`.toLowerCase().includes(wanted) ? 2 : 3;
  };
  return all.filter((one) => rank(one) < 3).toSorted((a, b) => rank(a) - rank(b));
}

/** Creates a valid node of a type, labelled with the type's name in the text language. */
export function blankNode(type: string, languageId: string, t: BuilderText): AnyNode {
  const localized = (text: string): Texts => ({ [languageId]: text });
  const name = localized(typeText(type, t));
  const field = { type, key: type, label: name };
  const page = (kind: 'tab' | 'step', number: number): LayoutNode => ({
    type: kind,
    id: `${kind}${number}`,
    title: localized(`${typeText(kind, t)} ${number}`),
    children: [],
  });
  switch (type) {
    case 'section':
      return { type, id: type, title: localized(t('section.new')), children: [] };
    case 'tab':
    case 'step':
      return page(type, 1);
    case 'columns':
    case 'stack':
      return { type, id: type, children: [] };
    case 'tabs':
      return { type, id: type, children: [page('tab', 1), page('tab', 2)] };
    case 'wizard':
      return { type, id: type, children: [page('step', 1), page('step', 2)] };
    case 'richText':
      return { type, id: type, content: localized(`<p>${t('richText.new')}</p>`) };
    case 'table':
    case 'group':
      return {
        ...field,
        key: type === 'table' ? 'lines' : 'entries',
        columns: [{ type: 'text', key: 'text', label: localized(typeText('text', t)) }],
      } as AnyNode;
    case 'radio':
    case 'dropdown':
    case 'multiSelect':
      return {
        ...field,
        options: [1, 2].map((number) => ({ id: `option${number}`, text: localized(t('option.new', { number })) })),
      } as AnyNode;
    case 'dimension':
      return { ...field, dimension: '' } as AnyNode;
    case 'record':
      return { ...field, resource: '' } as AnyNode;
    default:
      return field as AnyNode;
  }
}
