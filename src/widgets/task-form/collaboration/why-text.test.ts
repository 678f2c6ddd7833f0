import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { WhyReason } from '../../../shared/contracts/task-collaboration.contract.ts';
import { type Translate, timeZone } from '../../../shared/locale/index.ts';
import { whyMessages } from './why.messages.ts';
import { changeSentence, reasonSentence } from './why-text.ts';

const zone = timeZone.value;
timeZone.value = 'Europe/Tallinn';
after(() => {
  timeZone.value = zone;
});

const JURI = { id: 'juri.lepik', key: 'juri', name: 'Jüri Lepik' };
const MART = { id: 'mart.kask', key: 'mart', name: 'Mart Kask' };
const SINCE = '2026-11-17T22:30:00.000Z';
const by = (how?: string): WhyReason['rule'] => ({ source: 'person', by: JURI, ...(how ? { how } : {}) });

type Text = typeof whyMessages extends { text(language: never, key: infer Key): string }
  ? Translate<Key & string>
  : never;
const textsOf =
  (language: 'en' | 'et' | 'ru' | 'zh'): Text =>
  (key, values) =>
    whyMessages.text(language, key, values);

/** Each reason that the server knows: what the caller reads, and what can be changed. */
const REASONS: readonly (readonly [Omit<WhyReason, 'since'> & { since?: null }, string, string])[] = [
  [
    { code: 'assignee', rule: { source: 'process' } },
    'The process assigned this task to you on 18 Nov 2026.',
    'To pass the task on, assign or delegate it.',
  ],
  [
    { code: 'assignee', rule: { source: 'process' }, managerOf: JURI },
    'The process assigned this task to you on 18 Nov 2026, as the line manager of Jüri Lepik, who made the request.',
    'An administrator can change who the line manager is.',
  ],
  [
    { code: 'assignee', rule: { source: 'four_eyes' } },
    'The four-eyes rule excludes everyone whom the process chose, so the task went to you on 18 Nov 2026, as a manager of the requester.',
    'To pass the task on, assign or delegate it.',
  ],
  [
    { code: 'assignee', rule: by('claimed') },
    'You claimed this task on 18 Nov 2026.',
    'To return the task to its group, release it.',
  ],
  [
    { code: 'assignee', rule: by('assigned') },
    'Jüri Lepik assigned this task to you on 18 Nov 2026.',
    'To pass the task on, assign or delegate it.',
  ],
  [
    { code: 'assignee', rule: by('delegated') },
    'Jüri Lepik delegated this task to you on 18 Nov 2026.',
    'To pass the task on, assign or delegate it.',
  ],
  [
    { code: 'assignee', rule: by('returned') },
    'Jüri Lepik gave this task back to you on 18 Nov 2026.',
    'To ask again, delegate the task.',
  ],
  [
    { code: 'candidate', rule: { source: 'process' } },
    'The process offered this task to you on 18 Nov 2026.',
    'The administrator of the process can change who gets such tasks.',
  ],
  [
    { code: 'candidate', rule: by() },
    'Jüri Lepik offered this task to you on 18 Nov 2026.',
    'To pass the task on, assign or delegate it.',
  ],
  [
    { code: 'group', group: { id: 'clerks', name: 'Clerks' } },
    'The task was offered to the group Clerks on 18 Nov 2026, and you are a member.',
    'An administrator can change the members of the group.',
  ],
  [
    { code: 'delegation', user: JURI, from: '2026-06-02', until: '2026-06-14' },
    'Jüri Lepik delegated tasks to you from 2 Jun 2026 to 14 Jun 2026.',
    'Jüri Lepik can change it under Delegations.',
  ],
  [
    { code: 'owner' },
    'You have been the owner of this task since 18 Nov 2026.',
    'To decide it yourself, take the task back.',
  ],
  [{ code: 'owner', since: null }, 'You are the owner of this task.', 'To decide it yourself, take the task back.'],
  [
    { code: 'participant', rule: by('mentioned') },
    'Jüri Lepik mentioned you in a comment on 18 Nov 2026.',
    'An administrator can remove this access.',
  ],
  [
    { code: 'participant', rule: { source: 'process' } },
    'The task was shared with you on 18 Nov 2026.',
    'An administrator can remove this access.',
  ],
  [{ code: 'completed' }, 'You completed this task on 18 Nov 2026.', ''],
  [{ code: 'acted' }, 'You worked on this task on 18 Nov 2026.', ''],
  [
    { code: 'all_tasks', since: null },
    'You can see all tasks of the organisation.',
    'An administrator can change this right.',
  ],
];

test('BEY-09 each reason is a sentence with its names and dates, and how to change it', () => {
  const t = textsOf('en');
  for (const [given, sentence, change] of REASONS) {
    const reason = { since: SINCE, ...given };
    assert.equal(reasonSentence(reason, null, t), sentence);
    assert.equal(changeSentence(reason, t), change);
  }
  const delegation: WhyReason = {
    code: 'delegation',
    since: SINCE,
    user: JURI,
    from: '2026-06-02',
    until: '2026-06-14',
  };
  assert.equal(
    reasonSentence(delegation, MART, t),
    'Jüri Lepik delegated tasks to Mart Kask from 2 Jun 2026 to 14 Jun 2026.',
  );
});

test('BEY-09 I18N-04 each language names the same persons, groups and dates, of the caller and of another user', () => {
  for (const language of ['en', 'et', 'ru', 'zh'] as const) {
    const t = textsOf(language);
    for (const [given, english] of REASONS) {
      const reason: WhyReason = { since: SINCE, ...given };
      const own = reasonSentence(reason, null, t);
      const other = reasonSentence(reason, MART, t);
      assert.ok(other.includes('Mart Kask'), other);
      for (const sentence of [own, other]) {
        const unresolved = /[{}]|undefined|\(\)|：。| {2}| \./.test(sentence);
        assert.ok(!unresolved, sentence);
        const names = ['Jüri Lepik', 'Clerks'].filter((name) => english.includes(name));
        for (const name of names) assert.ok(sentence.includes(name), sentence);
        if (english.includes('18 Nov')) assert.match(sentence, /18 Nov 2026|18\.11\.2026|2026年11月18日/);
      }
    }
  }
});
