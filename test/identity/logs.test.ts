import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createPerson } from '../../src/server/modules/signin/accounts.ts';
import { createTenant } from '../../src/server/modules/tenants/index.ts';
import { openDatabase } from '../../src/server/platform/database.ts';
import { migratedDump } from '../support/databases.ts';
import { MASTER_KEY } from '../support/identity.ts';
import { freePort, type RunningVerva, startVerva } from '../support/verva.ts';

const PASSWORD = 'Kevad-2026-tuleb';
const OTHER_PASSWORDS = ['Suvi-2026-on-ees', 'Talv-2026-on-kulm', 'Wrong-2026-password', 'short'];
const PHONE = '+3725551234';
const EMAIL = 'kati@logs.test';
const SMTP_PASSWORD = 'the-password-of-the-mail-server';
const GATEWAY_KEY = 'the-key-in-the-address';
const GATEWAY_TOKEN = 'the-token-of-the-gateway';

describe('the log while users sign in', () => {
  let folder: string;
  let server: RunningVerva;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'verva-logs-'));
    const db = await openDatabase({ dataDir: folder, dump: await migratedDump() });
    const { tenantId } = await createTenant(db, { slug: 'logs', name: 'Logs' });
    const reachable = { email: EMAIL, emailVerified: true, phoneNumber: PHONE, phoneVerified: true };
    await createPerson(db, { tenantId, username: 'kati.kuusk', name: 'Kati', password: PASSWORD, ...reachable });
    const first = { accountStatus: 'FORCE_CHANGE_PASSWORD', password: PASSWORD } as const;
    await createPerson(db, { tenantId, username: 'new.person', name: 'New', email: 'new@logs.test', ...first });
    await db.close();
    // No server listens there: sending fails, and failures cause the most log entries.
    const closedPort = await freePort();
    server = await startVerva({
      DATA_DIR: folder,
      VERVA_DEMO: '0',
      MASTER_KEY,
      LOG_LEVEL: 'trace',
      SMTP_URL: `smtp://verva:${SMTP_PASSWORD}@127.0.0.1:${closedPort}`,
      SMS_WEBHOOK_URL: `http://127.0.0.1:${closedPort}/send?key=${GATEWAY_KEY}`,
      SMS_WEBHOOK_TOKEN: GATEWAY_TOKEN,
    });
  });
  after(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  // biome-ignore lint/suspicious/noExplicitAny: responses of many shapes
  async function call(operation: string, body: unknown, expected: number | string = 200): Promise<any> {
    const response = await fetch(`${server.url}/identity/?at=${operation}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const answer = (await response.json()) as any;
    assert.equal(typeof expected === 'number' ? response.status : answer.__type, expected, JSON.stringify(answer));
    return answer;
  }
  const ClientId = 'verva-web';
  const signIn = (USERNAME: string, password: string, expected?: string) =>
    call(
      'InitiateAuth',
      { AuthFlow: 'USER_PASSWORD_AUTH', ClientId, AuthParameters: { USERNAME, PASSWORD: password } },
      expected,
    );

  /** Returns the newest message to an address, once there are `count` of them. */
  async function written(to: string, count = 1): Promise<string> {
    for (let tries = 0; tries < 200; tries++) {
      const { items } = (await (await fetch(`${server.url}/dev/outbox.json?to=${encodeURIComponent(to)}`)).json()) as {
        items: { text: string }[];
      };
      if (items.length === count) return items[0]!.text;
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`Nothing was written to ${to}.`);
  }
  const codeIn = (text: string) => /(?<!\d)\d{6}(?!\d)/.exec(text)![0];

  async function logged(pattern: RegExp): Promise<void> {
    for (let tries = 0; tries < 600 && !pattern.test(server.output()); tries++) {
      await new Promise((done) => setTimeout(done, 50));
    }
    assert.match(server.output(), pattern);
  }

  test('LOG-22 no password, code, token or session is ever in the log, at the most verbose level and for every failure', async () => {
    const secrets: string[] = [
      PASSWORD,
      ...OTHER_PASSWORDS.slice(0, 3),
      SMTP_PASSWORD,
      GATEWAY_KEY,
      GATEWAY_TOKEN,
      MASTER_KEY,
    ];
    const [second, third, wrong, weak] = OTHER_PASSWORDS as [string, string, string, string];
    const keep = ({ AuthenticationResult: result }: { AuthenticationResult: Record<string, string> }) => {
      const { IdToken, AccessToken, RefreshToken } = result;
      for (const token of [IdToken, AccessToken, RefreshToken])
        if (token) secrets.push(token, token.split('.').at(-1)!);
      return { IdToken: IdToken!, AccessToken: AccessToken!, RefreshToken: RefreshToken! };
    };

    // By password, correct and wrong, and in unreadable requests.
    const here = keep(await signIn('kati.kuusk', PASSWORD));
    await signIn('kati.kuusk', wrong, 'NotAuthorizedException');
    await signIn('nobody.at.all', wrong, 'UserNotFoundException');
    await call('InitiateAuth', `{"PASSWORD":"${PASSWORD}"`, 'SerializationException');
    await call('InitiateAuth', { PASSWORD, padding: 'x'.repeat(20_000) }, 413);
    await call('Nothing', { PASSWORD }, 'UnknownOperationException');

    // The first password.
    const forced = await signIn('new.person', PASSWORD);
    const choose = (NEW_PASSWORD: string, expected?: string) =>
      call(
        'RespondToAuthChallenge',
        {
          ClientId,
          ChallengeName: 'NEW_PASSWORD_REQUIRED',
          Session: forced.Session,
          ChallengeResponses: { USERNAME: 'new.person', NEW_PASSWORD },
        },
        expected,
      );
    secrets.push(forced.Session);
    await fetch(`${server.url}/api/login/user/forgotPassword`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userId: 'new.person' }),
    });
    const temporary = /^ {4}(\S+)$/m.exec(await written('new@logs.test'))![1]!;
    secrets.push(temporary);
    await choose(weak, 'InvalidPasswordException');
    await choose(second, 'NotAuthorizedException');
    const asked = await signIn('new.person', temporary);
    secrets.push(asked.Session);
    const responses = { USERNAME: 'new.person', NEW_PASSWORD: second };
    keep(
      await call('RespondToAuthChallenge', {
        ClientId,
        ChallengeName: 'NEW_PASSWORD_REQUIRED',
        Session: asked.Session,
        ChallengeResponses: responses,
      }),
    );

    // A one-time password.
    for (const [count, right] of [
      [1, true],
      [2, false],
    ] as const) {
      const { Session } = await call('InitiateAuth', {
        AuthFlow: 'CUSTOM_AUTH',
        ClientId,
        AuthParameters: { USERNAME: PHONE },
      });
      const code = codeIn(await written(PHONE, count));
      secrets.push(Session, code);
      const ChallengeResponses = { USERNAME: PHONE, ANSWER: right ? code : 'abcdef' };
      const body = { ClientId, ChallengeName: 'CUSTOM_CHALLENGE', Session, ChallengeResponses };
      const answer = await call('RespondToAuthChallenge', body, right ? 200 : 'NotAuthorizedException');
      if (right) keep(answer);
    }

    // Recovery, with its link opened, also at an address that does not exist.
    await call('ForgotPassword', { ClientId, Username: 'kati.kuusk' });
    const recovery = codeIn(await written(EMAIL));
    secrets.push(recovery);
    for (const path of ['/login', '/api/login', '/identity/nowhere', '/dev/nowhere', '//login']) {
      await fetch(`${server.url}${path}?code=${recovery}&username=kati.kuusk`);
    }
    const confirm = { ClientId, Username: 'kati.kuusk', ConfirmationCode: recovery };
    await call('ConfirmForgotPassword', { ...confirm, Password: weak }, 'InvalidPasswordException');
    await call(
      'ConfirmForgotPassword',
      { ...confirm, ConfirmationCode: 'abcdef', Password: third },
      'CodeMismatchException',
    );
    await call('ConfirmForgotPassword', { ...confirm, Password: third });

    // With tokens: refused ones, then valid ones.
    await call('GetUser', { AccessToken: here.AccessToken }, 'NotAuthorizedException');
    const { AccessToken, IdToken, RefreshToken } = keep(await signIn('kati.kuusk', third));
    const api = (token: string) =>
      fetch(`${server.url}/api/user-info`, { headers: { authorization: `Bearer ${token}` } });
    for (const token of [IdToken, AccessToken, `${IdToken.slice(0, -4)}AAAA`]) await api(token);
    await fetch(`${server.url}/api/tasks?access_token=${IdToken}`);
    await call('ChangePassword', { AccessToken, PreviousPassword: third, ProposedPassword: second });
    keep(
      await call('InitiateAuth', {
        AuthFlow: 'REFRESH_TOKEN_AUTH',
        ClientId,
        AuthParameters: { REFRESH_TOKEN: RefreshToken },
      }),
    );
    await call('GlobalSignOut', { AccessToken });
    await call('RevokeToken', { ClientId, Token: RefreshToken });
    await call(
      'InitiateAuth',
      { AuthFlow: 'REFRESH_TOKEN_AUTH', ClientId, AuthParameters: { REFRESH_TOKEN: RefreshToken } },
      'NotAuthorizedException',
    );

    await logged(/"job":"mail"[^\n]*"msg":"job failed"/);
    await logged(/"job":"sms"[^\n]*"msg":"job failed"/);
    await server.stop();
    const output = server.output();
    assert.match(output, /"route":"\/identity\/?"[^\n]*"msg":"request"/, 'requests were logged');
    // Random ids may contain the digits of a code.
    const searched = output.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '');
    assert.ok(secrets.length > 25 && secrets.every((secret) => secret.length >= 6));
    for (const secret of secrets) {
      const found = /^\d{6}$/.test(secret)
        ? new RegExp(`(?<!\\d)${secret}(?!\\d)`).exec(searched)?.index
        : searched.includes(secret)
          ? searched.indexOf(secret)
          : undefined;
      const where = found === undefined ? '' : searched.slice(Math.max(0, found - 300), found + 300);
      assert.equal(found, undefined, `${secret} in …${where}…`);
    }
  });
});
