import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import type { Texts } from '../../../shared/contracts/shapes.contract.ts';
import type { FormBody } from '../../../shared/forms/index.ts';
import type { insertRegistry } from '../registries/index.ts';
import type { AccountStatus } from '../signin/index.ts';

export const DEMO_FOLDER = join(import.meta.dirname, '../../../../demo/data');

export interface DemoPerson {
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly jobTitle: string;
  readonly department: string;
  readonly languageId: string;
  readonly groups: readonly string[];
  readonly manager?: string;
  /** Has no password: signs in only through the organisation's identity provider. */
  readonly singleSignOn?: true;
  /** A verified number: one-time passwords can be sent to it. */
  readonly phoneNumber?: string;
  /** Deviations from the usual: an account that signs in by password. */
  readonly account?: { readonly status?: AccountStatus; readonly disabled?: boolean };
}

/** An organisation as described in demo/data/organisations. */
export interface DemoOrganisation {
  readonly slug: string;
  readonly name: string;
  readonly timeZone: string;
  readonly languageId: string;
  readonly processes: readonly string[];
  readonly groups: readonly { readonly id: string; readonly name: string }[];
  readonly companies: readonly {
    readonly code: string;
    readonly name: string;
    readonly registryCode: string;
    readonly country: string;
  }[];
  readonly departments: readonly {
    readonly code: string;
    readonly name: string;
    readonly parent?: string;
    readonly manager?: string;
    readonly company: string;
  }[];
  readonly people: readonly DemoPerson[];
  readonly delegations: readonly {
    readonly user: string;
    readonly delegate: string;
    readonly start: string;
    readonly end: string;
    readonly comment: string;
  }[];
}

export type DemoStep =
  | {
      readonly task: string;
      readonly by: string;
      readonly at: string;
      readonly outcome: string;
      readonly comment?: string;
      readonly variables?: Readonly<Record<string, unknown>>;
    }
  | { readonly task: string; readonly by: string; readonly at: string; readonly say: string }
  /** A message to the requester, from the form of a task. */
  | { readonly task: string; readonly by: string; readonly at: string; readonly reply: string }
  /** A message of the requester. */
  | { readonly message: string; readonly by: string; readonly at: string }
  | { readonly withdraw: string; readonly by: string; readonly at: string }
  | { readonly activate: string; readonly in: string; readonly by: string; readonly at?: string };

/** One case: how it began, and the actions in it up to now. */
export interface DemoCase {
  readonly process: string;
  readonly businessKey: string;
  readonly startedBy: string;
  readonly startedAt: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly steps: readonly DemoStep[];
}

export interface DemoAccounts {
  readonly password: string;
  readonly accounts: readonly {
    readonly username: string;
    readonly organisation: string;
    readonly what: string;
    /** Exists only while the demo identity provider is running. */
    readonly singleSignOn?: true;
  }[];
}

const read = (...path: string[]) => readFileSync(join(DEMO_FOLDER, ...path), 'utf8');

export const readAccounts = (): DemoAccounts => JSON.parse(read('accounts.json')) as DemoAccounts;

/** In order of creation: the provider's own organisation is the first of every installation. */
export function readOrganisations(): readonly DemoOrganisation[] {
  const names = readdirSync(join(DEMO_FOLDER, 'organisations')).filter((name) => name.endsWith('.json'));
  const all = names.map((name) => JSON.parse(read('organisations', name)) as DemoOrganisation);
  return all.toSorted(
    (a, b) => Number(b.slug === 'verva') - Number(a.slug === 'verva') || b.slug.localeCompare(a.slug),
  );
}

/** The organisation's logo as SVG; undefined if it has none, and the account icon is shown instead. */
export function readLogo(slug: string): Buffer | undefined {
  const file = join(DEMO_FOLDER, 'logos', `${slug}.svg`);
  return existsSync(file) ? readFileSync(file) : undefined;
}

/** Reference data for form fields; the English text is the default one. */
export interface DemoReference {
  readonly dropdowns: readonly {
    readonly id: string;
    readonly name: string;
    /** Translations of the name. */
    readonly names: Texts;
    readonly description?: string;
    readonly options: readonly {
      readonly id: string;
      readonly text: { readonly en: string; readonly [languageId: string]: string };
      readonly properties?: Readonly<Record<string, string | boolean>>;
      readonly active?: boolean;
    }[];
  }[];
  readonly dimensions: readonly {
    readonly code: string;
    readonly name: string;
    readonly values: readonly { readonly code: string; readonly name: string }[];
  }[];
}

/** Replaces `@company:<code>` with the id of that company. */
export function readReference(slug: string, companies: ReadonlyMap<string, string>): DemoReference {
  const text = read('reference', `${slug}.json`);
  return JSON.parse(text.replaceAll(/@company:(\w+)/g, (_, code: string) => companies.get(code)!)) as DemoReference;
}

export const readProcess = (key: string): string => read('processes', `${key}.bpmn`);

export function readForms(): readonly FormBody[] {
  return readdirSync(join(DEMO_FOLDER, 'forms')).map((name) => JSON.parse(read('forms', name)) as FormBody);
}

/** Reads the cases of an organisation, with days and times relative to now. */
export function readCases(slug: string, process: string, timeZone: string, now: Date): readonly DemoCase[] {
  // Some processes wait for a visitor who starts them.
  if (!existsSync(join(DEMO_FOLDER, 'organisations', slug, `${process}.json`))) return [];
  return resolved(JSON.parse(read('organisations', slug, `${process}.json`)), timeZone, now) as readonly DemoCase[];
}

/** The registries of an organisation, with records and the users who add them. */
export interface DemoRegistries {
  readonly registries: readonly (Parameters<typeof insertRegistry>[1] & {
    /** Entry of the menu with its list, for the registry's groups. */
    readonly menu?: { readonly path: string; readonly icon: string; readonly priority: number };
    readonly records: readonly {
      readonly by: string;
      readonly status: string;
      readonly owner?: string;
      readonly data: Readonly<Record<string, unknown>>;
    }[];
  })[];
}

/** Replaces `@user:<username>` with the key of that user; days are relative to now. Undefined if there are no registries. */
export function readRegistries(
  slug: string,
  timeZone: string,
  now: Date,
  userIds: ReadonlyMap<string, string>,
): DemoRegistries | undefined {
  if (!existsSync(join(DEMO_FOLDER, 'registries', `${slug}.json`))) return undefined;
  const text = read('registries', `${slug}.json`);
  const known = text.replaceAll(/@user:([a-z.]+)/g, (_, username: string) => userIds.get(username)!);
  return resolved(JSON.parse(known), timeZone, now) as DemoRegistries;
}

/** What HR of an organisation has entered about its users, and who has viewed it. */
export interface DemoHr {
  /** Username of the member of HR who enters it, and of who enters the data of that member. */
  readonly by: string;
  readonly ownBy: string;
  readonly people: readonly {
    readonly username: string;
    readonly contracts: readonly (Readonly<Record<string, unknown>> & {
      readonly company: string;
      readonly dimensions?: readonly { readonly value: string; readonly share: number }[];
      readonly pay: readonly object[];
    })[];
    readonly checks?: readonly object[];
    readonly sizes?: readonly object[];
  }[];
  readonly looks: readonly {
    readonly by: string;
    readonly user: string;
    readonly what: 'pay' | 'health';
    readonly reason: string;
  }[];
}

/** Days are relative to now. Undefined if the organisation has no HR data. */
export function readHr(slug: string, timeZone: string, now: Date): DemoHr | undefined {
  if (!existsSync(join(DEMO_FOLDER, 'hr', `${slug}.json`))) return undefined;
  return resolved(JSON.parse(read('hr', `${slug}.json`)), timeZone, now) as DemoHr;
}

/** Manuals of an organisation; those without `at` are drafts. Texts are in separate files. */
export interface DemoManuals {
  /** Username of the author. */
  readonly author: string;
  readonly groups: readonly {
    readonly key: string;
    readonly parent?: string;
    readonly name: Readonly<Record<string, string>>;
  }[];
  readonly manuals: readonly DemoManual[];
}

export interface DemoManual {
  readonly code: string;
  readonly group: string;
  readonly due: object;
  readonly audience: readonly { readonly kind: string; readonly ref: string }[];
  readonly versions: readonly {
    readonly at?: string;
    readonly asks?: 'none' | 'changes' | 'full';
    readonly changeNote?: Readonly<Record<string, string>>;
    readonly effectiveOn?: string;
    /** By language. */
    readonly titles: Readonly<Record<string, string>>;
    readonly read?: readonly { readonly by: string; readonly at: string; readonly languageId: string }[];
    readonly cancelled?: readonly { readonly of: string; readonly at: string; readonly reason: string }[];
  }[];
}

/** Replaces `@department:<code>` with the id of that department; days and times are relative to now. Undefined if there are no manuals. */
export function readManuals(
  slug: string,
  timeZone: string,
  now: Date,
  departments: ReadonlyMap<string, string>,
): DemoManuals | undefined {
  if (!existsSync(join(DEMO_FOLDER, 'manuals', `${slug}.json`))) return undefined;
  const text = read('manuals', `${slug}.json`);
  const known = text.replaceAll(/@department:(\w+)/g, (_, code: string) => departments.get(code)!);
  return resolved(JSON.parse(known), timeZone, now) as DemoManuals;
}

export const readManualText = (slug: string, name: string): string => read('manuals', slug, `${name}.html`);

/** Replaces `@day-3` with a day, `@at-2T08:00` with an instant and `@year` with the year, in the organisation's calendar relative to today. */
export function resolved(value: unknown, timeZone: string, now: Date): unknown {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
  const dayOf = (days: string) => today.add({ days: Number(days) });
  const text = (raw: string) =>
    raw
      .replaceAll(/@at([+-]\d+)T(\d\d:\d\d)/g, (_, days: string, time: string) =>
        dayOf(days).toZonedDateTime({ timeZone, plainTime: time }).toInstant().toString(),
      )
      .replaceAll(/@day([+-]\d+)/g, (_, days: string) => dayOf(days).toString())
      .replaceAll('@year', String(today.year));
  const walk = (part: unknown): unknown => {
    if (typeof part === 'string') return text(part);
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, walk(inner)]));
  };
  return walk(value);
}
