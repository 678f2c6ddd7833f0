import { History } from 'lucide-react';
import { useWidget } from '../element/index.ts';
import { useMessages } from '../locale/index.ts';
import type { MenuProps } from '../ui/menu.tsx';
import { auditItemMessages } from './audit-item.messages.ts';
import { useAuditPage } from './editing.tsx';

/** The item for an entry; none where the element leads to no audit log. */
export type AuditItem = (id: string) => MenuProps['items'];

type Entity = 'company' | 'department' | 'dimension' | 'dropdown' | 'tag';

/** The menu item that leads to the audit log of one entry, where the element has the address of the page with the log. */
export function useAuditItem(entity: Entity): AuditItem {
  const t = useMessages(auditItemMessages);
  const widget = useWidget();
  const page = useAuditPage();
  if (page === undefined) return () => [];
  const open = (query: string) => {
    if (widget.ask('verva-audit-opened', { query })) location.assign(`${page}?${query}`);
  };
  return (id) => [
    { id: 'audit', label: t('happened'), icon: History, begins: true, onSelect: () => open(queryOf(entity, id)) },
  ];
}

/** As `aboutThing`, without the code of filters, which elements without filters do not load. */
const queryOf = (entity: Entity, id: string) => `entity=eq:${entity}&entityId=eq:${encodeURIComponent(id)}`;
