import { ApiError } from '../../shared/api/index.ts';
import type { FieldError } from '../../shared/contracts/errors.ts';
import type { Issuer, NewIssuer } from '../../shared/contracts/issuers.contract.ts';
import {
  cleanIssuer,
  type IssuerField,
  type IssuerKind,
  issuerAt,
  issuerFaults,
  type LinkBy,
  placeOf,
} from '../../shared/contracts/issuers.rules.ts';

/** A row of the map of groups. */
export interface GroupRow {
  readonly key: number;
  readonly value: string;
  readonly group: string;
}

/** What is typed in the form. */
export interface IssuerForm {
  readonly kind: IssuerKind;
  readonly name: string;
  /** The id of a directory or user pool, the address of a realm, or the issuer. */
  readonly place: string;
  readonly clientId: string;
  readonly domains: string;
  readonly linkBy: LinkBy;
  readonly factor: 'trust' | 'amr' | 'acr';
  readonly factorValues: string;
  readonly groupsClaim: string;
  readonly groups: readonly GroupRow[];
  readonly scope: string;
  readonly subjectClaim: string;
  readonly jwksUri: string;
  /** The provider that Amazon Cognito opens. */
  readonly federated: string;
  readonly isDisabled: boolean;
}

const FEDERATED = 'identity_provider';

export function formOf(issuer: Issuer | null, kind: IssuerKind = 'entra'): IssuerForm {
  if (issuer === null) {
    return {
      ...{ kind, name: '', place: '', clientId: '', domains: '', groupsClaim: '', groups: [], federated: '' },
      ...{ factor: 'trust', factorValues: '', scope: 'openid profile email', jwksUri: '', isDisabled: true },
      linkBy: kind === 'entra' ? 'external_id' : 'email',
      subjectClaim: '',
    };
  }
  const { name, clientId, linkBy, secondFactor, groupsClaim, groupMap, scope, subjectClaim, isDisabled } = issuer;
  return {
    ...{ kind: issuer.kind, name, clientId, linkBy, scope, subjectClaim, isDisabled },
    place: placeOf(issuer.kind, issuer.issuer),
    domains: issuer.domains.map(({ domain }) => domain).join('\n'),
    factor: secondFactor?.claim ?? 'trust',
    factorValues: secondFactor?.values.join(' ') ?? '',
    groupsClaim: groupsClaim ?? '',
    groups: Object.entries(groupMap).map(([value, group], key) => ({ key, value, group })),
    jwksUri: issuer.jwksUri,
    federated: issuer.extraQuery[FEDERATED] ?? '',
  };
}

/** The request that a form means; `before` keeps the parameters that the form does not show. */
export function bodyOf(form: IssuerForm, before: Issuer | null) {
  const { kind, name, clientId, linkBy, groupsClaim, scope, subjectClaim, isDisabled } = form;
  const { [FEDERATED]: _before, ...others } = before?.extraQuery ?? {};
  const federated = kind === 'cognito' ? form.federated.trim() : '';
  const jwksUri = form.jwksUri.trim();
  return {
    ...{ name: name.trim().toLowerCase(), kind, clientId: clientId.trim(), linkBy, scope, isDisabled },
    issuer: before?.issuer ?? issuerAt(kind, form.place),
    domains: form.domains.split(/[\s,;]+/).filter(Boolean),
    groupsClaim: groupsClaim.trim() || null,
    groupMap: Object.fromEntries(form.groups.map(({ value, group }) => [value.trim(), group])),
    extraQuery: { ...others, ...(federated !== '' && { [FEDERATED]: federated }) },
    secondFactor:
      form.factor === 'trust' ? null : { claim: form.factor, values: form.factorValues.split(/\s+/).filter(Boolean) },
    ...(subjectClaim.trim() !== '' && { subjectClaim: subjectClaim.trim() }),
    ...(jwksUri !== '' && { jwksUri }),
  } satisfies NewIssuer;
}

export type FormFaults = Partial<Record<IssuerField, FieldError>>;

/** Errors that the browser finds, before a request. */
export function faultsOf(form: IssuerForm, before: Issuer | null): FormFaults {
  const { subjectClaim = '', jwksUri, ...body } = bodyOf(form, before);
  const faults = issuerFaults(cleanIssuer({ ...body, subjectClaim, jwksUri }));
  const isIncomplete = form.groups.some(({ value, group }) => value.trim() === '' || group === '');
  return {
    ...Object.fromEntries(Object.entries(faults).map(([pointer, fault]) => [pointer, { pointer, ...fault }])),
    ...(isIncomplete && { '/groupMap': { pointer: '/groupMap', code: 'field.required' } }),
  };
}

/** Errors of fields that the server has found. */
export function serverFaults(error: unknown): FormFaults {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(error.errors.map((fault) => [fault.pointer, fault]));
}
