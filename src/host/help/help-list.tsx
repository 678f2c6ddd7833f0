import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { HelpPage } from '../../shared/contracts/help-page.ts';
import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { helpMessages } from './help.messages.ts';
import { linesOf } from './help-search.ts';
import { HELP_GROUPS, helpAddress } from './help-topics.ts';

type HelpText = typeof helpMessages extends Messages<infer Key> ? Translate<Key> : never;

interface Props {
  readonly pages: readonly HelpPage[];
  /** The open page. */
  readonly topic: string | undefined;
  /** Shows the first sentence of each page. */
  readonly isWide?: boolean;
  readonly t: HelpText;
}

/** All pages of the help, in groups. */
export function HelpList({ pages, topic, isWide = false, t }: Props): ReactNode {
  return (
    <nav className={isWide ? 'help-list wide' : 'help-list'} aria-label={t('all')}>
      {HELP_GROUPS.map((group) => (
        <section key={group.id}>
          <h2>{t(`group.${group.id}`)}</h2>
          <ul>
            {group.pages.map((id) => {
              const page = pages.find((one) => one.id === id);
              return (
                page && (
                  <li key={id}>
                    <Link href={helpAddress(id)} aria-current={id === topic ? 'page' : undefined}>
                      <span>{page.title}</span>
                      {isWide && <span className="s second">{firstSentence(page)}</span>}
                    </Link>
                  </li>
                )
              );
            })}
          </ul>
        </section>
      ))}
    </nav>
  );
}

function firstSentence({ blocks }: HelpPage): string {
  const text = blocks.slice(0, 1).flatMap(linesOf).join(' ');
  return /^.*?(?:\.(?=\s)|。)/.exec(text)?.[0] ?? text;
}
