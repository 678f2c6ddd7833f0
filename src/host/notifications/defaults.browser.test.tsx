import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { renderHarness } from '../../../test/support/render-harness.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { ApiError, type call } from '../../shared/api/index.ts';
import { NOTIFICATION_KINDS } from '../../shared/contracts/notification-kinds.ts';
import type { NotificationChoices, NotificationDefaults } from '../../shared/contracts/notifications.contract.ts';
import { confirmLeaving, openQuestion } from '../unsaved-changes/unsaved-changes.ts';
import { NotificationDefaultsPage } from './defaults-page.tsx';

const DEFAULTS: NotificationDefaults = {
  choices: {
    ...(Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, 'now'])) as NotificationChoices),
    offered: 'off',
  },
  hour: 8,
  actionDays: 10,
};

const { draw, find, named, labelled, says, offences } = renderHarness();
let sent: NotificationDefaults[];
let refusal: ApiError | null;

const answer = async ({ method }: { method: string }, { body }: { body?: NotificationDefaults }) => {
  if (refusal) throw refusal;
  if (method === 'GET') return DEFAULTS;
  sent.push(body!);
  return body;
};

const choice = (label: string) => labelled<HTMLSelectElement>(label)!;
/** Whether the browser asks before closing the window. */
const asksToClose = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
async function choose(label: string, value: string): Promise<void> {
  choice(label).value = value;
  choice(label).dispatchEvent(new Event('change', { bubbles: true }));
  await waitUntil(() => named('Cancel') !== undefined, 'the change is seen');
}

describe('settings of notifications', () => {
  beforeEach(async () => {
    sent = [];
    refusal = null;
  });
  /** Renders the page; another `visit` remounts it. */
  const show = (visit = 'first') =>
    draw(<NotificationDefaultsPage key={visit} send={answer as unknown as typeof call} />);
  const shown = () => waitUntil(() => find('select') !== null, 'the choices are there');

  it('PUB-04 an administrator sets the kinds, the hour and the validity of buttons for all users at once', async () => {
    show();
    await shown();
    expect(await offences()).to.deep.equal([]);
    expect(choice('Buttons work for').selectedOptions[0]?.textContent).to.equal('10 days');
    expect([...choice('Their delegations').options].map(({ value }) => value)).to.deep.equal(['now', 'off']);
    await choose('Tasks for their groups', 'daily');
    await choose('Time of the daily digest', '17');
    await choose('Buttons work for', '0');
    named('Save').focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => sent.length === 1 && named('Cancel') === undefined, 'it is saved');
    await waitUntil(() => says('Saved '), 'the state is said beside the button');
    expect(named('Save').ariaDisabled).to.equal('true');
    expect(sent).to.deep.equal([{ choices: { ...DEFAULTS.choices, offered: 'daily' }, hour: 17, actionDays: 0 }]);
  });

  it('LAY-07 unsaved changes stay, leaving the page asks, and cancelling restores them', async () => {
    show();
    await shown();
    await choose('Their overdue tasks', 'off');
    refusal = new ApiError('network', 0);
    expect(asksToClose()).to.equal(true);
    const left = confirmLeaving();
    await waitUntil(() => openQuestion.peek() !== null, 'it is asked before the page is left');
    expect(openQuestion.peek()?.saves).to.equal(true);
    openQuestion.peek()?.answer('keep');
    expect(await left).to.equal(false);
    await waitUntil(() => find('[role=alert]') !== null, 'the failure is said');
    expect(choice('Their overdue tasks').value).to.equal('off');
    expect(await offences()).to.deep.equal([]);
    named('Cancel').click();
    await waitUntil(() => find('[role=alert]') === null, 'nothing is left of it');
    expect(choice('Their overdue tasks').value).to.equal('now');
    expect(await confirmLeaving()).to.equal(true);
    expect(asksToClose()).to.equal(false);
  });

  it('GRD-03 users without permission see a message, and a failed load can be retried', async () => {
    refusal = new ApiError('access.denied', 403);
    show();
    await waitUntil(() => says('Only administrators'), 'it is said');
    expect(find('button')).to.equal(null);
    refusal = new ApiError('network', 0);
    show('second');
    await waitUntil(() => named('Try again') !== undefined, 'it can be tried again');
    refusal = null;
    named('Try again').click();
    await shown();
  });
});
