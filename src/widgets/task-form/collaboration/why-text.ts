import type { UserRef } from '../../../shared/contracts/shapes.contract.ts';
import type { WhyReason } from '../../../shared/contracts/task-collaboration.contract.ts';
import { dayOf, formatDay, type Messages, type Translate, timeZone } from '../../../shared/locale/index.ts';
import type { whyMessages } from './why.messages.ts';

type WhyKey = typeof whyMessages extends Messages<infer Key> ? Key : never;
type WhyText = Translate<WhyKey>;

/** Returns one reason as a sentence with its names and dates: about the caller, or about `person`. */
export function reasonSentence(reason: WhyReason, person: UserRef | null, t: WhyText): string {
  const { rule, group, user, managerOf, since, from, until } = reason;
  return t(sentenceOf(reason), {
    me: person ? 'no' : 'yes',
    user: person?.name ?? '',
    name: (user ?? rule?.by)?.name ?? '',
    requester: managerOf?.name ?? '',
    group: group?.name ?? '',
    date: since ? formatDay(dayOf(since, timeZone.value)) : '',
    from: from ? formatDay(from) : '',
    until: until ? formatDay(until) : '',
  });
}

/** Returns how the reason can be changed; empty if it cannot. */
export function changeSentence(reason: WhyReason, t: WhyText): string {
  const key = changeOf(reason);
  return key ? t(key, { name: reason.user?.name ?? '' }) : '';
}

function sentenceOf({ code, rule, managerOf, since }: WhyReason): WhyKey {
  if (rule?.source === 'four_eyes') return 'fourEyes';
  switch (code) {
    case 'assignee':
      if (rule?.how === 'claimed' || rule?.how === 'delegated' || rule?.how === 'returned') return rule.how;
      if (rule?.by) return 'assigned';
      return managerOf ? 'manager' : 'process';
    case 'candidate':
      if (rule?.by) return 'candidateBy';
      return managerOf ? 'manager' : 'candidate';
    case 'owner':
      return since ? 'ownerSince' : 'owner';
    case 'participant':
      return rule?.how === 'mentioned' && rule.by ? 'mentioned' : 'participant';
    case 'all_tasks':
      return 'allTasks';
    default:
      return code;
  }
}

function changeOf({ code, rule, managerOf }: WhyReason): WhyKey | null {
  switch (code) {
    case 'assignee':
      if (rule?.how === 'claimed') return 'change.claimed';
      if (rule?.how === 'returned') return 'change.returned';
      return managerOf ? 'change.manager' : 'change.person';
    case 'candidate':
      if (rule?.by) return 'change.person';
      return managerOf ? 'change.manager' : 'change.process';
    case 'delegation':
      return 'change.delegation';
    case 'group':
      return 'change.group';
    case 'owner':
      return 'change.owner';
    case 'participant':
      return 'change.shared';
    case 'all_tasks':
      return 'change.allTasks';
    default:
      return null;
  }
}
