import type { DoctorAnswer } from '../../shared/contracts/doctor.contract.ts';

/** What a look at the page, its server and its token has shown. What is undefined is still being looked at. */
export interface Facts {
  readonly page: PageFacts;
  readonly violations: readonly Violation[];
  /** Kinds of pictures that were tried and did not come: `data`, `blob`. */
  readonly refusedPictures: readonly string[];
  readonly answer?: Answer | undefined;
  readonly token?: TokenFacts | undefined;
  readonly elements?: ElementFacts | undefined;
}

export interface PageFacts {
  /** `null` as a text for a document without one: a sandboxed frame, a file. */
  readonly origin: string;
  readonly isOnline: boolean;
  readonly mayStore: boolean;
  /** The API's address, as `configureVerva` or the loader's own address says. */
  readonly server: string;
  /** Where the code of this element comes from: the folder of its loader. */
  readonly code: string;
  readonly loaders: readonly LoaderFacts[];
}

export interface LoaderFacts {
  readonly url: string;
  /** Null when it is no script tag of the document: a module imports it. */
  readonly hasIntegrity: boolean | null;
  /** As the address of a pinned one says. */
  readonly version: string | null;
}

/** Something that the page's policy has refused. */
export interface Violation {
  readonly directive: string;
  /** An address, or `data`, `blob`, `inline`, `trusted-types-policy` and the like. */
  readonly blocked: string;
  /** The file that wanted it. */
  readonly source: string;
  readonly sample: string;
  readonly policy: string;
  /** The policy refuses nothing yet and only reports. */
  readonly isReport: boolean;
}

/** `aheadMs`: how far this device's clock is ahead of the server's. `silent`: nothing in ten seconds; `unreadable`: there is an answer, and the browser keeps it from us. */
export type Answer =
  | { readonly kind: 'answered'; readonly doctor: DoctorAnswer; readonly aheadMs: number }
  | { readonly kind: 'error'; readonly status: number; readonly isVerva: boolean }
  | { readonly kind: 'silent' | 'unreadable' | 'away' };

/** `none`: nobody is signed in, and the page gives no tokens; `nothing`: it gives them, and gave none. The token itself is not kept. */
export type TokenFacts =
  | { readonly kind: 'none' | 'nothing' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'shape'; readonly shape: 'page' | 'json' | 'other' }
  | {
      readonly kind: 'token';
      readonly claims: TokenClaims;
      /** What the server says of it; null when that could not be asked. */
      readonly doctor: DoctorAnswer | null;
    };

/** What a token says of itself, unverified. */
export interface TokenClaims {
  readonly issuer: string;
  readonly audience: string;
  /** The origin that a token of elements is for. */
  readonly origin: string;
}

export interface ElementFacts {
  /** Tags of Verva on the page whose code is here, each once, without this one. */
  readonly loaded: readonly string[];
  /** Tags that the loader knows and whose code did not arrive. */
  readonly missing: readonly string[];
  /** Tags in shadow roots that the loader was not told of. */
  readonly unseen: readonly string[];
  /** Tags that do not exist. */
  readonly unknown: readonly string[];
  /** All that exist; empty when no loader says so. */
  readonly known: readonly string[];
}
