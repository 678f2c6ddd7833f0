import type { ScimLogEntry } from '../../../shared/contracts/scim.contract.ts';

const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue';

/** Why a request of a directory was refused; the log has texts for them. */
export type Refusal = Exclude<
  ScimLogEntry['outcome'],
  'created' | 'adopted' | 'changed' | 'deactivated' | 'reactivated' | 'removed'
>;

const REFUSALS: Readonly<
  Record<Refusal, { readonly status: number; readonly scimType?: ScimType; readonly detail: string }>
> = {
  token: { status: 401, detail: 'The token is unknown, expired or disabled, or belongs to another organisation.' },
  suspended: { status: 403, detail: 'The organisation is suspended.' },
  notFound: { status: 404, detail: 'There is no such resource.' },
  method: { status: 405, detail: 'This address does not support the method.' },
  notOffered: { status: 501, detail: 'This service does not offer the operation.' },
  mediaType: { status: 415, detail: 'Send application/scim+json or application/json.' },
  syntax: { status: 400, scimType: 'invalidSyntax', detail: 'The body is not a valid message.' },
  value: { status: 400, scimType: 'invalidValue', detail: 'A value is missing or not valid.' },
  name: {
    status: 400,
    scimType: 'invalidValue',
    detail: 'The name is empty, too long, or has characters that no name needs.',
  },
  member: { status: 400, scimType: 'invalidValue', detail: 'A member is not a user of this organisation.' },
  filter: { status: 400, scimType: 'invalidFilter', detail: 'The filter is not valid.' },
  filterNotHere: { status: 403, detail: 'This address takes no filter.' },
  tooMany: {
    status: 400,
    scimType: 'tooMany',
    detail: 'Too many resources would have to be read. Filter by id, userName, externalId, emails or displayName.',
  },
  tooManyMembers: {
    status: 400,
    scimType: 'tooMany',
    detail: 'These groups have too many members. Add excludedAttributes=members.',
  },
  path: { status: 400, scimType: 'invalidPath', detail: 'The path is not valid.' },
  noTarget: { status: 400, scimType: 'noTarget', detail: 'The path selects nothing.' },
  mutability: { status: 400, scimType: 'mutability', detail: 'The attribute cannot be changed.' },
  uniqueness: { status: 409, scimType: 'uniqueness', detail: 'The name is already in use.' },
  version: { status: 412, detail: 'The resource was changed meanwhile.' },
  administrator: { status: 403, detail: 'The user is an administrator, and the token may not change administrators.' },
  productGroup: { status: 403, detail: 'The group belongs to the product, and its name cannot be changed.' },
  groupInUse: { status: 409, detail: 'The group is in use by processes, menus, manuals or views.' },
  lastAdministrator: { status: 409, detail: 'The organisation would be left without an administrator.' },
  failed: { status: 400, detail: 'The request could not be carried out.' },
};

/** A refusal in the shape of SCIM (RFC 7644 §3.12). */
export class ScimError extends Error {
  readonly refusal: Refusal;
  readonly status: number;
  readonly scimType: ScimType | undefined;
  readonly detail: string;

  /** `about`: the attribute or value, added to the text. */
  constructor(refusal: Refusal, about?: string) {
    const { status, scimType, detail } = REFUSALS[refusal];
    super(refusal);
    this.refusal = refusal;
    this.status = status;
    this.scimType = scimType;
    this.detail = about === undefined ? detail : `${detail} (${about.slice(0, 200)})`;
  }
}

export interface ScimErrorBody {
  readonly schemas: readonly string[];
  readonly status: string;
  readonly scimType?: string;
  readonly detail: string;
}

export const errorBody = (status: number, detail: string, scimType?: string): ScimErrorBody => ({
  schemas: [ERROR_SCHEMA],
  status: String(status),
  ...(scimType === undefined ? {} : { scimType }),
  detail,
});
