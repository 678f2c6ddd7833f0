import type { ReactNode } from 'react';
import type { TriedSignIn } from '../../../shared/contracts/issuers.contract.ts';
import type { Messages, Translate } from '../../../shared/locale/index.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import type { trialMessages } from './trial.messages.ts';

type TrialText = typeof trialMessages extends Messages<infer Key> ? Translate<Key> : never;

interface Props {
  readonly result: TriedSignIn;
  readonly t: TrialText;
}

/** What a sign-in would do: the user, the groups, and the claims of the token. */
export function TrialResult({ result, t }: Props): ReactNode {
  const { refusal, user, link, groups, otherGroups, claims, secondFactor, hasAuthTime } = result;
  const isGood = refusal === null && user !== null && link !== 'taken';
  const facts = [
    ...(refusal === null
      ? ([
          [t('user'), userText(result, t)],
          [t('groups'), groups.join(', ') || t('groups.none')],
        ] as const)
      : []),
    [t('factor'), t(`factor.${secondFactor}`)],
    [t('time'), t(hasAuthTime ? 'time.sent' : 'time.missing')],
  ] as const;
  return (
    <>
      <Banner tone={isGood ? 'green' : 'red'}>{refusal ? t(`refusal.${refusal}`) : t(isGood ? 'good' : 'bad')}</Banner>
      <dl className="iss-facts">
        {facts.map(([name, text]) => (
          <div key={name}>
            <dt className="muted s">{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {otherGroups.length > 0 && <p className="s muted">{t('groups.others', { values: otherGroups.join(', ') })}</p>}
      <h3 className="t3">{t('claims')}</h3>
      <dl className="iss-facts mono s">
        {claims.map(({ name, value }) => (
          <div key={name}>
            <dt className="muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function userText({ user, link }: TriedSignIn, t: TrialText): string {
  if (link === null) return t('user.none');
  return user === null ? t('user.inactive') : t(`link.${link}`, { name: user.name, id: user.id });
}
