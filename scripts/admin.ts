// Sets up an installation and its organisations from the command line; docs/operating.md describes when.
//   npm run admin -- init --organisation Norden --name "Grete Norden" --username grete.norden --email g@norden.example --password-stdin
//   npm run admin -- organisation create --slug acme --organisation Acme --name … --username … --email … --password-stdin
//   npm run admin -- organisation export --slug acme --output acme.tar.gz
//   npm run admin -- organisation sign-in --slug acme --modes password,singleSignOn
//   npm run admin -- setup-link
//   npm run admin -- person password --username grete.norden --password-stdin
//   npm run admin -- person reset-second-factor --username grete.norden
//   npm run admin -- replay-erasures --list server.log
//   npm run admin -- verify-audit --tenant norden
//   npm run admin -- scim-token create --tenant norden --name Entra
//   npm run admin -- issuer set --tenant norden --file issuer.json
//   npm run admin -- issuer test --tenant norden --name norden-entra
// Secrets come from standard input, because arguments are visible to other processes. Reads the same settings as the server.
// Exit codes: 0 created, changed, exported, unchanged, passed or verified; 1 exists with other values, a test failed, or the audit log was altered; 2 failed; 3 the embedded database is in use.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import pino from 'pino';
import { type OrganisationReport, verifyOrganisations } from '../src/server/modules/audit/index.ts';
import {
  listOrganisationErasures,
  readOrganisationErasures,
  replayOrganisationErasures,
} from '../src/server/modules/organisation-erasure/index.ts';
import { exportToFile } from '../src/server/modules/organisation-export/index.ts';
import { createClientOf } from '../src/server/modules/scim/index.ts';
import {
  createOrganisation,
  offerSetup,
  organisationDifferences,
  PROVIDER_SLUG,
  setUp,
} from '../src/server/modules/setup/index.ts';
import { modesOf, setModes } from '../src/server/modules/sign-in-settings/index.ts';
import { resetSecondFactor, setPassword } from '../src/server/modules/signin/index.ts';
import { listErasures, readErasures, replayErasures } from '../src/server/modules/user-erasure/index.ts';
import { type Config, readConfig } from '../src/server/platform/config.ts';
import { openContents } from '../src/server/platform/content/open-contents.ts';
import { type DatabaseHandle, FolderLockedError, migrate, openDatabase } from '../src/server/platform/database.ts';
import { AppError } from '../src/server/platform/errors.ts';
import { LANGUAGES } from '../src/shared/contracts/constants.ts';
import { ERRORS } from '../src/shared/contracts/errors.ts';
import { SCIM_MONTHS_MAX } from '../src/shared/contracts/scim.rules.ts';
import { SIGN_IN_MODES } from '../src/shared/contracts/sign-in-modes.rules.ts';
import { printFindings, setIssuer, testIssuer } from './admin-issuers.ts';

const USAGE = `Commands:
  init                  create the provider's organisation and its first administrator
  organisation create   create another organisation (--slug) and its first administrator
  organisation sign-in  show the ways to sign in of an organisation (--slug SLUG); --modes sets them:
                        password, oneTimePassword, passkey, singleSignOn, separated by commas
  organisation export   write all tables and files of an organisation to a file (--slug SLUG --output FILE)
  setup-link            write a new set-up link for an installation without organisations
  person password       set a user's password and end the sessions
  person reset-second-factor   remove a user's second factor and backup codes, and end the sessions
  list-erasures         list the erased users and organisations by their numbers, as lines of JSON
  replay-erasures       erase users and organisations again after a restore (--list FILE: logs of the server, or what list-erasures wrote)
  scim-token create     create a token with which a directory keeps users (--tenant SLUG --name NAME)
  issuer set            add or compare an identity provider (--tenant SLUG --file FILE); --update changes it
  issuer test           test an identity provider (--tenant SLUG, and --name NAME or --file FILE)
  verify-audit          compare the audit log with its seals, of all organisations or of one (--tenant SLUG)

Options of init and organisation create:
  --organisation NAME --name NAME --username NAME --email ADDRESS
  --password-stdin      read the password from standard input
  --issuer URL --subject ID   instead of a password: the account at another sign-in service
  --time-zone ZONE      Europe/Tallinn unless given
  --language ID         ${LANGUAGES.join(', ')}; en unless given

Options of person password: --username NAME --password-stdin
Options of person reset-second-factor: --username NAME
Options of scim-token create: --tenant SLUG --name NAME
  --groups a,b          product groups whose members the directory may change; with admin also administrators
  --leavers manager     open tasks of deactivated users: manager (candidates, else the line manager) or keep
  --months N            1 to 12; 12 unless given
--json prints the result as JSON.`;

class UsageError extends Error {}

interface Outcome {
  readonly result:
    | 'created'
    | 'unchanged'
    | 'differs'
    | 'changed'
    | 'exported'
    | 'listed'
    | 'not found'
    | 'done'
    | 'verified'
    | 'altered'
    | 'passed'
    | 'failed';
  readonly [detail: string]: unknown;
}

function readArguments() {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      options: {
        organisation: text,
        slug: text,
        output: text,
        modes: text,
        list: text,
        tenant: text,
        groups: text,
        leavers: text,
        months: text,
        name: text,
        username: text,
        email: text,
        issuer: text,
        subject: text,
        'time-zone': text,
        language: text,
        file: text,
        update: flag,
        'password-stdin': flag,
        json: flag,
        help: flag,
      },
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

type Arguments = ReturnType<typeof readArguments>;
type Options = Arguments['values'];

function required(
  options: Options,
  name: 'organisation' | 'slug' | 'tenant' | 'output' | 'list' | 'file' | 'name' | 'username' | 'email',
): string {
  const value = options[name];
  if (value === undefined) throw new UsageError(`--${name} is missing.`);
  return value;
}

/** The first line of standard input. */
const readPassword = (): string => readFileSync(0, 'utf8').split(/\r?\n/, 1)[0] ?? '';

/** What a command does once the database is open. */
type Command = (db: DatabaseHandle, config: Config) => Promise<Outcome>;

function createCommand(options: Options, { slug, groups }: { slug: string; groups: readonly string[] }): Command {
  const { language = 'en', 'time-zone': timeZone = 'Europe/Tallinn', issuer, subject } = options;
  const languageId = LANGUAGES.find((id) => id === language);
  if (!languageId) throw new UsageError(`--language is one of ${LANGUAGES.join(', ')}.`);
  if ((issuer === undefined) !== (subject === undefined)) throw new UsageError('Give --issuer and --subject together.');
  const external = issuer === undefined || subject === undefined ? undefined : { issuer, subject };
  if (!external && !options['password-stdin'])
    throw new UsageError('Give --password-stdin, or --issuer and --subject.');
  const values = {
    organisation: { name: required(options, 'organisation'), timeZone, languageId },
    administrator: {
      name: required(options, 'name'),
      username: required(options, 'username'),
      email: required(options, 'email'),
      password: external ? '' : readPassword(),
    },
  };
  return async (db) => {
    const differences = await organisationDifferences(db, { slug, values, groups });
    if (differences?.length === 0) return { result: 'unchanged', slug };
    if (differences) return { result: 'differs', slug, differences };
    const { username } =
      slug === PROVIDER_SLUG
        ? await setUp(db, values, 'command', external)
        : await createOrganisation(db, values, { slug, external });
    return { result: 'created', slug, username };
  };
}

function tokenCommand(options: Options): Command {
  const tenant = required(options, 'tenant');
  const months = Number(options.months ?? SCIM_MONTHS_MAX);
  if (!Number.isInteger(months) || months < 1 || months > SCIM_MONTHS_MAX) {
    throw new UsageError(`--months is a number from 1 to ${SCIM_MONTHS_MAX}.`);
  }
  const groups = (options.groups ?? '').split(',').filter(Boolean);
  const leavers = (['manager', 'keep'] as const).find((one) => one === (options.leavers ?? 'manager'));
  if (!leavers) throw new UsageError('--leavers is manager or keep.');
  const fields = { name: required(options, 'name'), groups, leavers, months };
  return async (db) => {
    const token = await createClientOf(db, tenant, fields, new Date());
    return token === undefined ? { result: 'not found', tenant } : { result: 'created', token };
  };
}

/** What the work of a server needs. Its log goes to standard error. */
const contextOf = (db: DatabaseHandle, config: Config) => ({
  ...{ db, config, contents: openContents(config), clock: () => new Date() },
  log: pino({ level: 'info' }, pino.destination(2)),
});

function modesCommand(options: Options): Command {
  const slug = required(options, 'slug');
  const modes = options.modes === undefined ? undefined : modesOf(options.modes);
  if (options.modes !== undefined && !modes) throw new UsageError(`--modes are some of ${SIGN_IN_MODES.join(', ')}.`);
  return async (db, config) => {
    const done = await setModes(db, config, { slug, modes, now: new Date() });
    if (!done) return { result: 'not found', slug };
    return { result: done.isChanged ? 'changed' : 'unchanged', slug, modes: done.modes };
  };
}

function exportCommand(options: Options): Command {
  const slug = required(options, 'slug');
  const output = required(options, 'output');
  return async (db, config) => {
    const exported = await exportToFile(contextOf(db, config), slug, output);
    return exported ? { result: 'exported', slug, output, ...exported } : { result: 'not found', slug };
  };
}

/** The command of these arguments. Throws UsageError before anything is opened. */
function commandOf({ values: options, positionals }: Arguments): Command {
  switch (positionals.join(' ')) {
    case 'init':
      return createCommand(options, { slug: PROVIDER_SLUG, groups: ['admin', 'verva.admin'] });
    case 'organisation create': {
      const slug = required(options, 'slug');
      if (slug === PROVIDER_SLUG)
        throw new UsageError(`${PROVIDER_SLUG} is the provider's own organisation: use init.`);
      return createCommand(options, { slug, groups: ['admin'] });
    }
    case 'organisation sign-in':
      return modesCommand(options);
    case 'organisation export':
      return exportCommand(options);
    case 'list-erasures':
      return async (db) => ({
        result: 'listed',
        erasures: await listErasures({ db }),
        organisationErasures: await listOrganisationErasures({ db }),
      });
    case 'replay-erasures': {
      const list = readFileSync(required(options, 'list'), 'utf8');
      const erasures = readErasures(list);
      const organisations = readOrganisationErasures(list);
      return async (db, config) => {
        const context = contextOf(db, config);
        const { erased: gone } = await replayOrganisationErasures(context, organisations);
        const counts = await replayErasures(context, erasures);
        return { result: counts.erased + gone > 0 ? 'changed' : 'unchanged', ...counts, organisationsErased: gone };
      };
    }
    case 'setup-link':
      return async (db, { publicUrl }) => {
        const offer = await offerSetup(db, { publicUrl, now: new Date(), replaces: true });
        return offer.state === 'written'
          ? { result: 'created', link: offer.link, expiresAt: offer.expiresAt.toISOString() }
          : { result: 'done' };
      };
    case 'person password': {
      const username = required(options, 'username');
      if (!options['password-stdin']) throw new UsageError('Give --password-stdin.');
      const password = readPassword();
      return async (db) => {
        const isSet = await setPassword(db, { username, password, now: new Date() });
        return { result: isSet ? 'changed' : 'not found', username };
      };
    }
    case 'person reset-second-factor': {
      const username = required(options, 'username');
      return async (db) => {
        const result = await resetSecondFactor(db, { username, now: new Date() });
        return { result, username };
      };
    }
    case 'scim-token create':
      return tokenCommand(options);
    case 'issuer set': {
      const [tenant, file] = [required(options, 'tenant'), required(options, 'file')];
      return (db) => setIssuer(db, { tenant, file, updates: options.update ?? false });
    }
    case 'issuer test': {
      const { file } = options;
      const tenant = required(options, 'tenant');
      const which = file === undefined ? { tenant, name: required(options, 'name') } : { tenant, file };
      return (db, { publicUrl, identityPrivateHosts: privateHosts }) =>
        testIssuer(db, which, { publicUrl, privateHosts });
    }
    case 'verify-audit':
      return async (db) => {
        const organisations = await verifyOrganisations(db, options.tenant);
        if (!organisations) return { result: 'not found', tenant: options.tenant };
        return { result: organisations.every(({ isIntact }) => isIntact) ? 'verified' : 'altered', organisations };
      };
    default:
      throw new UsageError(`Unknown command: ${positionals.join(' ') || '(none)'}`);
  }
}

function print(outcome: Outcome, isJson: boolean): void {
  if (isJson) return void process.stdout.write(`${JSON.stringify(outcome)}\n`);
  const { result, link, token, differences, organisations, findings, modes } = outcome;
  // The token alone, for scripts; it is shown once.
  if (typeof token === 'string') return void process.stdout.write(`${token}\n`);
  if (Array.isArray(outcome.erasures)) {
    for (const erasure of outcome.erasures) process.stdout.write(`${JSON.stringify({ erasure })}\n`);
    for (const organisationErasure of outcome.organisationErasures as readonly object[]) {
      process.stdout.write(`${JSON.stringify({ organisationErasure })}\n`);
    }
    return;
  }
  if (result === 'done') return void process.stdout.write(`${ERRORS['setup.done'].text}\n`);
  process.stdout.write(`${result}\n`);
  if (typeof outcome.erased === 'number') {
    const { erased, unchanged, unknown, organisationsErased } = outcome;
    process.stdout.write(`  ${erased} users erased, ${unchanged} erased before, ${unknown} not found\n`);
    process.stdout.write(`  ${organisationsErased} organisations erased\n`);
  }
  if (Array.isArray(modes)) process.stdout.write(`  ${modes.join(', ')}\n`);
  if (typeof link === 'string') process.stdout.write(`${link}\n`);
  if (Array.isArray(organisations)) for (const one of organisations) printReport(one);
  if (Array.isArray(findings)) printFindings(findings);
  if (Array.isArray(differences)) for (const line of differences) process.stdout.write(`  ${line}\n`);
}

function printReport({ slug, report }: OrganisationReport): void {
  const { sealed, before, pending, erased, since, faults } = report;
  const counts = (['changed', 'missing', 'unsealed', 'broken'] as const).flatMap((kind) =>
    report[kind] === 0 ? [] : [`${report[kind]} ${kind}`],
  );
  const rest = [
    ...(before > 0 ? [`${before} not sealed: older than the seals`] : []),
    ...(pending > 0 ? [`${pending} waiting for a seal`] : []),
    ...(erased > 0 ? [`${erased} erased`] : []),
  ];
  const rows = [`${sealed} rows sealed since ${since ?? 'never'}`, ...rest].join(', ');
  process.stdout.write(`${slug}: ${rows}: ${counts.join(', ') || 'ok'}\n`);
  for (const { kind, id, seal } of faults) {
    const place = [...(id === null ? [] : [`row ${id}`]), ...(seal === null ? [] : [`seal ${seal}`])].join(', ');
    process.stdout.write(`  ${kind}: ${place}\n`);
  }
}

function explain(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n\n${USAGE}`;
  if (!(error instanceof AppError)) {
    const { code, message } = error as { code?: string; message: string };
    if (code === '23503') return 'This issuer is unknown. Add it first: npm run providers -- set FILE';
    return code === '23505' ? 'This slug, username or e-mail address is already in use.' : message;
  }
  const faults = (error.extra.errors ?? []).map(
    ({ pointer, code, params }) =>
      `  ${pointer}: ${ERRORS[code].text
        .replace('{attribute}', pointer.slice(pointer.lastIndexOf('/') + 1))
        .replace('{max}', String(params?.max))
        .replace('{value}', String(params?.value))}`,
  );
  return [ERRORS[error.code].text, ...faults].join('\n');
}

async function main(): Promise<number> {
  const args = readArguments();
  if (args.values.help) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const command = commandOf(args);
  const config = readConfig(process.env);
  const { databaseUrl, dataDir } = config;
  const db = await openDatabase({ dataDir, poolSize: 2, ...(databaseUrl ? { databaseUrl } : {}) });
  try {
    await migrate(db);
    const outcome = await command(db, config);
    print(outcome, args.values.json ?? false);
    return ['differs', 'not found', 'done', 'altered', 'failed'].includes(outcome.result) ? 1 : 0;
  } finally {
    await db.close();
  }
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  return error instanceof FolderLockedError ? 3 : 2;
});
