import type { Account, Client } from './client.ts';
import type { Organisation } from './setup.ts';

interface Replay {
  readonly client: Client;
  readonly organisation: Organisation;
}

interface ListedTask {
  readonly id: string;
  readonly assignee: { readonly id: string } | null;
  readonly viaUser?: { readonly id: string };
}

const DELEGATE_PATH = '/api/identity/delegate/me/';

/**
 * Simulates a delegation after the replay with the tasks that it left open: a user claims half of their tasks and goes
 * away, and the delegate completes half of those. Throws an Error where a task moved wrongly or did not come back.
 * Returns a line of summary.
 */
export async function delegate({ client, organisation }: Replay): Promise<string> {
  const [absent, delegateAccount] = await pair(client, organisation);
  const taken = await claimHalf(client, absent);
  const before = await inboxOf(client, delegateAccount);
  const { id: delegationId } = await client.expect(absent, 'POST', DELEGATE_PATH, {
    body: await period(client, absent, delegateAccount),
  });

  const moved = (await inboxOf(client, delegateAccount)).filter((task) => task.viaUser?.id === absent.username);
  assertSame('tasks that move', taken, moved.map(idOf));
  const own = (await inboxOf(client, delegateAccount)).filter((task) => task.viaUser === undefined);
  assertSame('tasks of the own groups', before.map(idOf), own.map(idOf));

  const done = taken.slice(0, Math.ceil(taken.length / 2));
  for (const id of done) {
    const { task } = await client.expect(delegateAccount, 'POST', `/api/tasks/${id}`, {
      key: `replay-delegate-${id}`,
      body: { action: 'complete' },
    });
    if (task.endedBy.id !== delegateAccount.username || task.onBehalfOf?.id !== absent.username)
      throw new Error(`task ${id} does not name both: ${JSON.stringify([task.endedBy, task.onBehalfOf])}`);
  }
  await client.expect(absent, 'DELETE', `/api/identity/delegate/${delegationId}/`, {
    key: `replay-delegate-end-${delegationId}`,
  });

  const left = taken.slice(done.length);
  const back = (await inboxOf(client, absent)).filter(({ assignee }) => assignee?.id === absent.username);
  assertSame('tasks that came back', left, back.map(idOf));
  const after = (await inboxOf(client, delegateAccount)).map(idOf);
  const kept = after.filter((id) => taken.includes(id));
  if (kept.length > 0) throw new Error(`${kept.length} tasks stayed with ${delegateAccount.username}`);
  return `delegation: ${taken.length} tasks moved, ${done.length} done by ${delegateAccount.username} for ${absent.username}, ${left.length} handed back`;
}

/** Returns the user with most tasks, and a user who shares the fewest of them. */
async function pair(client: Client, { people }: Organisation): Promise<[Account, Account]> {
  const loads: { account: Account; ids: Set<string> }[] = [];
  for (const account of people.values()) {
    loads.push({ account, ids: new Set((await inboxOf(client, account)).map(idOf)) });
  }
  loads.sort((a, b) => b.ids.size - a.ids.size);
  const [busiest, ...others] = loads;
  if (!busiest || busiest.ids.size < 2 || others.length === 0) throw new Error('No user has two tasks to delegate.');
  const shared = (ids: Set<string>) => [...ids].filter((id) => busiest.ids.has(id)).length;
  others.sort((a, b) => shared(a.ids) - shared(b.ids));
  return [busiest.account, others[0]!.account];
}

/** Claims every other task; the rest stays with the group and does not move to the delegate. */
async function claimHalf(client: Client, who: Account): Promise<string[]> {
  const taken: string[] = [];
  for (const [index, { id }] of (await inboxOf(client, who)).entries()) {
    if (index % 2 === 1) continue;
    await client.expect(who, 'POST', `/api/tasks/${id}`, { key: `replay-claim-${id}`, body: { action: 'claim' } });
    taken.push(id);
  }
  return taken;
}

async function period(client: Client, absent: Account, delegateAccount: Account) {
  const { tenant } = await client.expect(absent, 'GET', '/api/session');
  return {
    delegateUserId: delegateAccount.username,
    startDate: tenant.today,
    endDate: tenant.today,
    comment: '',
    replaceVerva: true,
    moveOpenTasks: true,
  };
}

async function inboxOf(client: Client, who: Account): Promise<ListedTask[]> {
  const all: ListedTask[] = [];
  let after = '';
  do {
    const page = await client.expect(who, 'GET', `/api/tasks?limit=200${after}`);
    all.push(...page.items);
    after = page.next === null ? '' : `&after=${encodeURIComponent(page.next)}`;
  } while (after !== '');
  return all;
}

const idOf = ({ id }: ListedTask): string => id;

function assertSame(what: string, wanted: readonly string[], found: readonly string[]): void {
  const missing = wanted.filter((id) => !found.includes(id));
  const extra = found.filter((id) => !wanted.includes(id));
  if (missing.length + extra.length > 0)
    throw new Error(
      `${what}: ${missing.length} missing (${missing.slice(0, 3)}), ${extra.length} too many (${extra.slice(0, 3)})`,
    );
}
