import { History, type LucideIcon } from 'lucide-react';
import { useMessages } from '../locale/index.ts';
import { auditItemMessages } from './audit-item.messages.ts';
import { useAuditPage } from './editing.tsx';

interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly begins: boolean;
  readonly onSelect: () => void;
}

/** The item for an entry; none where the element leads to no audit log. */
export type AuditItem = (id: string) => readonly MenuItem[];

type Entity = 'company' | 'department' | 'dimension' | 'dropdown' | 'tag';

/**
 * The menu item that leads to the audit log of one entry, where the element has the address of the page with the log. `ask`
 * dispatches `verva-audit-opened` and returns whether the element may lead there itself.
 */
export function useAuditItem(entity: Entity, ask: (query: string) => boolean): AuditItem {
  const t = useMessages(auditItemMessages);
  const page = useAuditPage();
  if (page === undefined) return () => [];
  const open = (query: string) => {
    if (ask(query)) location.assign(`${page}?${query}`);
  };
  return (id) => [
    { id: 'audit', label: t('happened'), icon: History, begins: true, onSelect: () => open(queryOf(entity, id)) },
  ];
}

/** As `aboutThing`, without the code of filters, which elements without filters do not load. */
const queryOf = (entity: Entity, id: string) => `entity=eq:${entity}&entityId=eq:${encodeURIComponent(id)}`;
