import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BucketSettings } from './content/content-s3.ts';
import { createWebhookSender } from './webhook.ts';

/** All settings that differ between installations; read once at startup. */
export interface Config {
  readonly isProduction: boolean;
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string;
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  /** Stores file content here instead of in `dataDir`. */
  readonly bucket: Omit<BucketSettings, 'incoming'> | undefined;
  readonly poolSize: number;
  readonly masterKey: string;
  readonly preventUserExistenceErrors: 'LEGACY' | 'ENABLED';
  /** The identity service that replaces the embedded one, which is then switched off. */
  readonly identityEndpoint: string | undefined;
  readonly identityClientId: string | undefined;
  readonly logLevel: string;
  readonly trustedProxies: number;
  readonly ratePerMinute: number;
  readonly rateBurst: number;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** Quiet time before a task e-mail is written: no new notification for the user in these seconds. */
  readonly mailGatherSeconds: number;
  readonly smsWebhookUrl: string | undefined;
  readonly alertWebhookUrl: string | undefined;
  readonly smsWebhookToken: string | undefined;
  /** Shows mails and texts at /dev/outbox on this machine: not in production, nor with a public address. */
  readonly devOutbox: boolean;
  readonly webhookAllow: readonly string[];
  /** Hosts of identity providers that may be inside a private network, or without TLS. */
  readonly identityPrivateHosts: readonly string[];
  /** External help centre of organisations without their own. */
  readonly helpUrl: string | undefined;
  readonly staticDir: string;
  /** Folder with the scripts of each build, for pages that pin one; undefined: only the current build is served. */
  readonly embedKeepDir: string | undefined;
  readonly metricsToken: string | undefined;
  /** Writes a set-up link to the log when the database has no organisation. */
  readonly offersSetup: boolean;
  readonly demo: boolean;
  /** Allows a production server to start on a database with demo organisations. */
  readonly allowsDemoData: boolean;
  readonly demoPort: number;
  readonly demoPortalPort: number;
  readonly demoIdpPort: number;
}

/** One variable: its name, its meaning, and how its text is read. A reader throws the words after "must be". */
interface Setting {
  readonly name: string;
  /** The default as the documentation shows it. */
  readonly standard: string;
  readonly meaning: string;
  readonly secret?: true;
}

/** The table of docs/operating.md, in its order. */
export const SETTINGS: readonly Setting[] = [
  {
    name: 'NODE_ENV',
    standard: 'development',
    meaning:
      '`production`, `development` or `test`. `production` refuses demo data and requires `MASTER_KEY` and `METRICS_TOKEN`',
  },
  { name: 'PORT', standard: '8080', meaning: 'Port of the application and the API' },
  { name: 'HOST', standard: '127.0.0.1; 0.0.0.0 in production', meaning: 'Address to listen on' },
  {
    name: 'PUBLIC_URL',
    standard: 'http://localhost:PORT',
    meaning: 'Public address; also the issuer of tokens. Must not change later',
  },
  {
    name: 'DATABASE_URL',
    standard: '',
    meaning: 'PostgreSQL 15 or newer; without it PGlite in `DATA_DIR`',
    secret: true,
  },
  {
    name: 'DATA_DIR',
    standard: './data',
    meaning: 'Folder of PGlite, stored files and the generated key; shared by servers on several hosts',
  },
  {
    name: 'S3_URL',
    standard: '',
    meaning: 'S3 bucket, or one of a compatible service, for file contents: https://host/bucket',
  },
  { name: 'S3_REGION', standard: 'us-east-1', meaning: 'Region of the bucket' },
  { name: 'S3_ACCESS_KEY_ID', standard: '', meaning: 'Key that may read, write, list and delete in the bucket' },
  { name: 'S3_SECRET_ACCESS_KEY', standard: '', meaning: 'Secret of `S3_ACCESS_KEY_ID`', secret: true },
  { name: 'POOL_SIZE', standard: '10', meaning: 'Connections to PostgreSQL, 2 to 200' },
  {
    name: 'MASTER_KEY',
    standard: 'generated in `DATA_DIR`',
    meaning:
      'At least 32 characters; encrypts the keys that sign tokens and the secrets of second factors. Required in production',
    secret: true,
  },
  {
    name: 'IDENTITY_ENDPOINT',
    standard: '',
    meaning: 'Amazon Cognito, or a compatible service, instead of the embedded identity service',
  },
  { name: 'IDENTITY_CLIENT_ID', standard: '', meaning: 'Client id at `IDENTITY_ENDPOINT`' },
  {
    name: 'PREVENT_USER_EXISTENCE_ERRORS',
    standard: 'LEGACY',
    meaning: '`ENABLED`: sign-in does not reveal which usernames exist',
  },
  { name: 'LOG_LEVEL', standard: 'info; warn in development', meaning: 'trace, debug, info, warn, error or silent' },
  { name: 'TRUST_PROXY', standard: '0', meaning: 'Number of proxies in front whose client address is trusted' },
  { name: 'RATE_PER_MINUTE', standard: '300', meaning: 'Requests a user may make in a minute' },
  { name: 'RATE_BURST', standard: '60', meaning: 'Requests a user may make at once' },
  {
    name: 'SMTP_URL',
    standard: '',
    meaning: 'smtp://user:password@host:587; without it e-mails are recorded and not sent',
    secret: true,
  },
  { name: 'MAIL_FROM', standard: 'Verva <verva@localhost>', meaning: 'Sender of e-mails' },
  {
    name: 'MAIL_GATHER_SECONDS',
    standard: '60',
    meaning: 'Waiting time after the last event for a user, so that ten tasks become one e-mail',
  },
  {
    name: 'SMS_WEBHOOK_URL',
    standard: '',
    meaning: 'Receives a POST for each text message; without it codes for phones go by e-mail',
    secret: true,
  },
  {
    name: 'ALERT_WEBHOOK_URL',
    standard: '',
    meaning: 'Receives a POST for each alert to administrators; its host must be in `WEBHOOK_ALLOW`',
    secret: true,
  },
  { name: 'SMS_WEBHOOK_TOKEN', standard: '', meaning: 'Bearer token for `SMS_WEBHOOK_URL`', secret: true },
  {
    name: 'WEBHOOK_ALLOW',
    standard: '',
    meaning: 'Hosts that processes and alerts may call, separated by commas; `*.example.org` is allowed',
  },
  {
    name: 'IDENTITY_PRIVATE_HOSTS',
    standard: '',
    meaning:
      'Hosts of identity providers that administrators may name although they are inside a private network, separated by commas: `sso.intern.example`; `http://…` allows one without TLS',
  },
  {
    name: 'HELP_URL',
    standard: '',
    meaning:
      "External help centre, linked in the menu in addition to the product's help: https://help.example/et/. `helpUrl` in `tenant_setting` replaces it for an organisation",
  },
  { name: 'STATIC_DIR', standard: './dist', meaning: 'Folder of the built application and elements' },
  {
    name: 'EMBED_KEEP_DIR',
    standard: '`embed` in `DATA_DIR` in production, otherwise none',
    meaning: 'Folder for element scripts of every build, for pages that pin one; shared by servers on several hosts',
  },
  {
    name: 'METRICS_TOKEN',
    standard: '',
    meaning: 'Bearer token of `/metrics`; without it only local requests without a proxy are answered',
    secret: true,
  },
  {
    name: 'SETUP_LINK',
    standard: '1',
    meaning: '`0` writes no set-up link to the log of an empty installation; `npm run admin -- init` sets it up',
  },
  {
    name: 'VERVA_DEMO',
    standard: '0; 1 with `npm start`',
    meaning: 'Loads the demo organisations into an empty database, and serves the demo intranet and the partner portal',
  },
  {
    name: 'VERVA_ALLOW_DEMO_DATA',
    standard: '0',
    meaning: '`1` lets a production server start on a database with demo organisations, whose passwords are public',
  },
  { name: 'DEMO_PORT', standard: '8081', meaning: 'Port of the demo intranet; 0 disables it' },
  { name: 'DEMO_PORTAL_PORT', standard: '8083', meaning: 'Port of the demo partner portal; 0 disables it' },
  {
    name: 'DEMO_IDP_PORT',
    standard: '8082',
    meaning: 'Port of the demo identity provider; 0 disables it',
  },
];

/** An invalid configuration; one line for each fault. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads and checks the whole configuration. Throws ConfigError. An empty variable counts as not set. */
export function readConfig(env: Environment): Config {
  const faults: string[] = [];
  const text = (name: string): string | undefined => env[name]?.trim() || undefined;
  const check = <T>(name: string, standard: T, read: (value: string) => T | undefined, mustBe: string): T => {
    const value = text(name);
    if (value === undefined) return standard;
    const result = read(value);
    if (result !== undefined) return result;
    faults.push(`${name} must be ${mustBe}.`);
    return standard;
  };
  const whole = (name: string, standard: number, min: number, max: number) =>
    check(
      name,
      standard,
      (value) => (/^\d+$/.test(value) && Number(value) >= min && Number(value) <= max ? Number(value) : undefined),
      `a whole number from ${min} to ${max}`,
    );
  const list = (name: string): string[] =>
    (text(name) ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean);
  const oneOf = <T extends string>(name: string, standard: T, choices: readonly T[]) =>
    check(name, standard, (value) => choices.find((choice) => choice === value), choices.join(', '));
  const address = <T extends string | undefined>(name: string, standard: T, schemes: readonly string[]) =>
    check<string | undefined>(
      name,
      standard,
      (value) => (URL.canParse(value) && schemes.includes(new URL(value).protocol) ? value : undefined),
      `an address that begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
    );

  const isProduction = oneOf('NODE_ENV', 'development', ['production', 'development', 'test']) === 'production';
  const port = whole('PORT', 8080, 0, 65_535);
  const dataDir = text('DATA_DIR') ?? './data';
  const demo = oneOf('VERVA_DEMO', '0', ['0', '1']) === '1';
  const masterKey = text('MASTER_KEY');
  if (masterKey !== undefined && masterKey.length < 32) faults.push('MASTER_KEY must be at least 32 characters long.');
  if (isProduction && masterKey === undefined) faults.push('MASTER_KEY must be set in production.');
  const metricsToken = text('METRICS_TOKEN');
  if (isProduction && metricsToken === undefined) faults.push('METRICS_TOKEN must be set in production.');
  if (isProduction && demo)
    faults.push('VERVA_DEMO must not be 1 in production: the passwords of the demo are public.');
  const publicUrl = address('PUBLIC_URL', `http://localhost:${port}`, ['http:', 'https:']) as string;
  const smsWebhookUrl = address('SMS_WEBHOOK_URL', undefined, ['http:', 'https:']);
  const smsWebhookToken = text('SMS_WEBHOOK_TOKEN');
  if (smsWebhookToken !== undefined && text('SMS_WEBHOOK_URL') === undefined) {
    faults.push('SMS_WEBHOOK_TOKEN must not be set without SMS_WEBHOOK_URL.');
  }
  const webhookAllow = list('WEBHOOK_ALLOW');
  const alertWebhookUrl = address('ALERT_WEBHOOK_URL', undefined, ['http:', 'https:']);
  if (alertWebhookUrl && !createWebhookSender({ allow: webhookAllow }).mayCall(alertWebhookUrl)) {
    faults.push('ALERT_WEBHOOK_URL must be at a host of WEBHOOK_ALLOW.');
  }
  const identityEndpoint = address('IDENTITY_ENDPOINT', undefined, ['http:', 'https:']);
  const identityClientId = text('IDENTITY_CLIENT_ID');
  if ((text('IDENTITY_ENDPOINT') === undefined) !== (identityClientId === undefined)) {
    faults.push('IDENTITY_ENDPOINT and IDENTITY_CLIENT_ID must be set together.');
  }
  const bucketUrl = address('S3_URL', undefined, ['http:', 'https:']);
  const accessKeyId = text('S3_ACCESS_KEY_ID');
  const secretAccessKey = text('S3_SECRET_ACCESS_KEY');
  if (new Set([text('S3_URL'), accessKeyId, secretAccessKey].map((one) => one !== undefined)).size > 1) {
    faults.push('S3_URL, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.');
  }
  const config = {
    isProduction,
    host: text('HOST') ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
    port,
    publicUrl: publicUrl.replace(/(?<!\/)\/+$/, ''),
    databaseUrl: address('DATABASE_URL', undefined, ['postgres:', 'postgresql:']),
    dataDir,
    bucket:
      bucketUrl && accessKeyId && secretAccessKey
        ? {
            url: bucketUrl.replace(/(?<!\/)\/+$/, ''),
            region: text('S3_REGION') ?? 'us-east-1',
            accessKeyId,
            secretAccessKey,
          }
        : undefined,
    poolSize: whole('POOL_SIZE', 10, 2, 200),
    identityEndpoint,
    identityClientId,
    preventUserExistenceErrors: oneOf('PREVENT_USER_EXISTENCE_ERRORS', 'LEGACY', ['LEGACY', 'ENABLED']),
    logLevel: oneOf('LOG_LEVEL', isProduction ? 'info' : 'warn', ['trace', 'debug', 'info', 'warn', 'error', 'silent']),
    trustedProxies: whole('TRUST_PROXY', 0, 0, 10),
    ratePerMinute: whole('RATE_PER_MINUTE', 300, 1, 10_000_000),
    rateBurst: whole('RATE_BURST', 60, 1, 10_000_000),
    smtpUrl: address('SMTP_URL', undefined, ['smtp:', 'smtps:']),
    mailFrom: text('MAIL_FROM') ?? 'Verva <verva@localhost>',
    mailGatherSeconds: whole('MAIL_GATHER_SECONDS', 60, 0, 3600),
    smsWebhookUrl,
    smsWebhookToken,
    devOutbox: !isProduction && isThisMachine(new URL(publicUrl).hostname),
    webhookAllow,
    alertWebhookUrl,
    identityPrivateHosts: list('IDENTITY_PRIVATE_HOSTS'),
    helpUrl: address('HELP_URL', undefined, ['https:', 'http:']),
    staticDir: text('STATIC_DIR') ?? './dist',
    embedKeepDir: text('EMBED_KEEP_DIR') ?? (isProduction ? join(dataDir, 'embed') : undefined),
    metricsToken,
    offersSetup: oneOf('SETUP_LINK', '1', ['0', '1']) === '1',
    demo,
    allowsDemoData: oneOf('VERVA_ALLOW_DEMO_DATA', '0', ['0', '1']) === '1',
    demoPort: whole('DEMO_PORT', 8081, 0, 65_535),
    demoPortalPort: whole('DEMO_PORTAL_PORT', 8083, 0, 65_535),
    demoIdpPort: whole('DEMO_IDP_PORT', 8082, 0, 65_535),
  };
  if (faults.length > 0) throw new ConfigError(faults);
  return { ...config, masterKey: masterKey ?? storedMasterKey(dataDir) };
}

/** Whether a host name always means the local machine. */
export function isThisMachine(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/** Returns the development key; it is created once and readable by its owner only. */
function storedMasterKey(dataDir: string): string {
  if (dataDir.includes('://')) return randomBytes(32).toString('base64url');
  const file = join(dataDir, 'master.key');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    // First start: no key exists yet.
    mkdirSync(dataDir, { recursive: true });
    const key = randomBytes(32).toString('base64url');
    writeFileSync(file, `${key}\n`, { mode: 0o600 });
    return key;
  }
}
