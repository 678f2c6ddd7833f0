import type { OrganisationFault } from '../../shared/contracts/organisations.rules.ts';
import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { organisationsMessages } from './organisations.messages.ts';

/** Translates the texts of the organisation settings. */
export type OrganisationsText = typeof organisationsMessages extends Messages<infer Key> ? Translate<Key> : never;

/** Text of a field's error. */
export function faultText(
  fault: OrganisationFault | undefined,
  t: OrganisationsText,
  attribute: string,
): string | undefined {
  if (!fault) return undefined;
  const values = { ...fault.params, attribute };
  switch (fault.code) {
    case 'field.required':
    case 'field.too_short':
    case 'field.too_long':
    case 'field.name':
    case 'field.email':
    case 'field.username':
    case 'field.pattern':
    case 'tenant.slug_taken':
    case 'user.id_taken':
      return t(`fault.${fault.code}`, values);
    default:
      return t('fault.other');
  }
}
