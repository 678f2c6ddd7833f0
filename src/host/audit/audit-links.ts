import type { AuditEntry } from '../../shared/contracts/audit.contract.ts';
import { aboutThing, aboutUser } from '../../shared/contracts/audit.rules.ts';

/** Id of the button that opens a row of the log. */
export const rowButtonId = (id: string): string => `audit-${id}`;

/** The query of the log for what happened to the thing of a row. */
export function aboutThingOf({ entity, entityId, subject }: AuditEntry): string {
  return entity === 'app_user' && subject ? aboutUser(subject.id) : aboutThing(entity, entityId);
}

/** The page of a thing that the application has one for. */
export function pageOf({ entity, entityId, subject }: AuditEntry): string | undefined {
  const id = encodeURIComponent(entityId.split('/')[0] ?? '');
  switch (entity) {
    case 'app_user':
      return subject ? `/settings/users?id=${encodeURIComponent(subject.id)}` : undefined;
    case 'app_group':
    case 'group_member':
      return `/settings/groups?id=${id}`;
    case 'delegation':
      return subject ? `/settings/delegations?user=${encodeURIComponent(subject.id)}` : undefined;
    case 'dropdown':
    case 'dropdown_option':
    case 'dropdown_option_text':
      return `/settings/dropdowns?id=${id}`;
    case 'company':
      return `/settings/companies?id=${id}`;
    case 'department':
      return `/settings/departments?id=${id}`;
    case 'dimension':
      return `/settings/dimensions?id=${id}`;
    case 'tag':
      return '/settings/tags';
    default:
      return undefined;
  }
}
