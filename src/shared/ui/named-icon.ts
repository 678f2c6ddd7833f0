import {
  BookOpenCheck,
  Box,
  CircleHelp,
  CirclePlus,
  ClipboardList,
  ContactRound,
  FileText,
  House,
  Inbox,
  LayoutList,
  ListChecks,
  ListTodo,
  type LucideIcon,
  Settings,
  ShoppingCart,
  Square,
  UserRoundCheck,
  Users,
  Workflow,
} from 'lucide-react';

const ICONS = {
  assets: Box,
  cases: LayoutList,
  delegations: UserRoundCheck,
  employees: ContactRound,
  forms: FileText,
  help: CircleHelp,
  home: House,
  inbox: Inbox,
  manuals: BookOpenCheck,
  mass: ListChecks,
  processes: Workflow,
  purchases: ShoppingCart,
  requests: ClipboardList,
  settings: Settings,
  start: CirclePlus,
  tasks: ListTodo,
  users: Users,
} as const satisfies Readonly<Record<string, LucideIcon>>;

/** Names of the icons that entries of menus choose from. */
export type MenuIcon = keyof typeof ICONS;
export const MENU_ICONS = Object.keys(ICONS) as readonly MenuIcon[];

/** The icon for a name in data (a menu, a setting). An unknown name returns a square, never an error. */
export function namedIcon(name: string | undefined): LucideIcon {
  return (name && (ICONS as Readonly<Record<string, LucideIcon>>)[name]) || Square;
}
