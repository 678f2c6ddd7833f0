import type { ReactNode } from 'react';
import { Logo } from '../frame/logo.tsx';
import { LanguageChoice } from './language-choice.tsx';
import type { LoginText } from './login-text.ts';
import { PathDrawing } from './path-drawing.tsx';

/** Layout of public pages; with `t` it includes the language choice. */
export function PublicLayout({
  t,
  isWide = false,
  children,
}: {
  readonly t?: LoginText;
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
        <span>© {new Date().getFullYear()} Verva</span>
      </footer>
    </div>
  );
}
