import type { DoctorAnswer } from '../../shared/contracts/doctor.contract.ts';

/** Results of inspecting the page, its server and its token. Undefined values are still being inspected. */
export interface Facts {
  readonly page: PageFacts;
  readonly violations: readonly Violation[];
  /** Kinds of images that failed to load: `data`, `blob`. */
  readonly refusedPictures: readonly string[];
  readonly answer?: Answer | undefined;
  readonly token?: TokenFacts | undefined;
  readonly elements?: ElementFacts | undefined;
}

export interface PageFacts {
  /** The text `null` for a document without an origin: a sandboxed frame or a file. */
  readonly origin: string;
  readonly isOnline: boolean;
  readonly mayStore: boolean;
  /** The API's address, from `configureVerva` or the loader's address. */
  readonly server: string;
  /** The folder of the loader that loaded this element's code. */
  readonly code: string;
  readonly loaders: readonly LoaderFacts[];
}

export interface LoaderFacts {
  readonly url: string;
  /** Null when a module imports it instead of a script tag. */
  readonly hasIntegrity: boolean | null;
  /** Version in the address of a pinned loader. */
  readonly version: string | null;
}

/** A violation of the page's content security policy. */
export interface Violation {
  readonly directive: string;
  /** An address, or `data`, `blob`, `inline`, `trusted-types-policy` and the like. */
  readonly blocked: string;
  /** The file that made the request. */
  readonly source: string;
  readonly sample: string;
  readonly policy: string;
  /** The policy is report-only. */
  readonly isReport: boolean;
}

/**
 * `clockOffsetMs`: how far this device's clock is ahead of the server's. `silent`: no response within ten seconds;
 * `unreadable`: the browser hides the response.
 */
export type Answer =
  | { readonly kind: 'answered'; readonly doctor: DoctorAnswer; readonly clockOffsetMs: number }
  | { readonly kind: 'error'; readonly status: number; readonly isVerva: boolean }
  | { readonly kind: 'silent' | 'unreadable' | 'away' };

/**
 * `none`: not signed in, and the page has no token provider; `nothing`: the provider returned no token. The token
 * itself is not kept.
 */
export type TokenFacts =
  | { readonly kind: 'none' | 'nothing' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'shape'; readonly shape: 'page' | 'json' | 'other' }
  | {
      readonly kind: 'token';
      readonly claims: TokenClaims;
      /** The server's verdict on the token; null if the server could not be asked. */
      readonly doctor: DoctorAnswer | null;
    };

/** Claims of a token, unverified. */
export interface TokenClaims {
  readonly issuer: string;
  readonly audience: string;
  /** Origin for which an element token is valid. */
  readonly origin: string;
}

export interface ElementFacts {
  /** Distinct tags of loaded Verva elements on the page, without this one. */
  readonly loaded: readonly string[];
  /** Tags known to the loader whose code did not load. */
  readonly missing: readonly string[];
  /** Tags in shadow roots that the loader was not asked to scan. */
  readonly unseen: readonly string[];
  /** Tags that do not exist. */
  readonly unknown: readonly string[];
  /** All existing tags; empty if no loader lists them. */
  readonly known: readonly string[];
}
