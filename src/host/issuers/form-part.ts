import type { IssuerField } from '../../shared/contracts/issuers.rules.ts';
import type { IssuerForm } from './issuer-form.ts';
import type { IssuersText } from './issuers-text.ts';

/** What the parts of the form of a provider take. */
export interface PartProps {
  readonly form: IssuerForm;
  readonly change: (values: Partial<IssuerForm>) => void;
  readonly fault: (pointer: IssuerField, attribute: string) => string | undefined;
  readonly t: IssuersText;
}
