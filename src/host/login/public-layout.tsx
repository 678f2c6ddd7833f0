import type { ReactNode } from 'react';
import { Logo } from '../frame/logo.tsx';
import { HelpLink } from '../help/help-link.tsx';
import type { HelpTopic } from '../help/help-topics.ts';
import { LanguageChoice } from './language-choice.tsx';
import type { LoginText } from './login-text.ts';
import { PathDrawing } from './path-drawing.tsx';

/** Layout of public pages, with a link to their help; with `t` it includes the language choice. */
export function PublicLayout({
  t,
  help,
  isWide = false,
  children,
}: {
  readonly t?: LoginText;
  readonly help: HelpTopic;
  /** For a form with two columns. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className="sign">
      <PathDrawing />
      <header>
        <span className="wordmark">
          <Logo size={28} />
          Verva
        </span>
        <span className="grow" />
        {t && <LanguageChoice t={t} />}
      </header>
      <main className={isWide ? 'gate wide' : 'gate'}>{children}</main>
      <footer>
        <span className="grow">© {new Date().getFullYear()} Verva</span>
        <HelpLink topic={help} />
      </footer>
    </div>
  );
}
