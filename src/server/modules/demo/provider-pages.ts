import { escapeHtml } from '../../platform/escape-html.ts';

/** Pages of the demo's identity provider. It is a third party, so they share neither the product's design nor its language. */
const STYLE = `
  :root { color-scheme: light dark; --own: light-dark(#2c6b3f, #7fc894); font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#eef2ec, #141814); color: light-dark(#1d2a1f, #e5ece5); }
  main { width: min(360px, calc(100% - 48px)); padding: 32px 0; display: grid; gap: 20px; }
  h1 { margin: 0; font-size: 22px; font-weight: 600; line-height: 1.25; text-wrap: balance; }
  .by { margin: 0; font-size: 14px; color: light-dark(#4d5f50, #a3b3a5); }
  form { display: grid; gap: 16px; }
  label { display: grid; gap: 6px; font-size: 14px; font-weight: 500; }
  input { font: inherit; padding: 9px 12px; border: 1px solid light-dark(#8a9a8c, #5d6d5f); border-radius: 3px; background: light-dark(#fff, #1d231d); color: inherit; }
  button { font: inherit; font-weight: 600; padding: 10px; border: 0; border-radius: 3px; background: var(--own); color: light-dark(#fff, #10180f); cursor: pointer; }
  button.quiet { background: none; font-weight: 500; color: inherit; text-decoration: underline; text-underline-offset: 3px; padding: 4px; }
  :focus-visible { outline: 2px solid var(--own); outline-offset: 2px; }
  .fault { margin: 0; padding: 10px 12px; border-left: 4px solid light-dark(#b3261e, #f2a49e); background: light-dark(#fbe9e7, #3a1f1d); font-size: 14px; }
`;

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`;

export interface SignInPage {
  readonly organisation: string;
  readonly uid: string;
  readonly login: string;
  readonly fault?: string;
}

/** Asks for name and password; `login` is prefilled. */
export function signInPage({ organisation, uid, login, fault }: SignInPage): string {
  const name = escapeHtml(organisation);
  return page(
    `Sign in, ${organisation}`,
    `<div><p class="by">${name}</p><h1>Sign in to continue to Verva</h1></div>
    ${fault ? `<p class="fault" role="alert">${escapeHtml(fault)}</p>` : ''}
    <form method="post" action="/interaction/${encodeURIComponent(uid)}">
      <label>E-mail or username<input name="login" autocomplete="username" autocapitalize="none" value="${escapeHtml(login)}"${login ? '' : ' autofocus'}></label>
      <label>Password<input name="password" type="password" autocomplete="current-password"${login ? ' autofocus' : ''}></label>
      <button name="action" value="sign-in">Sign in</button>
      <button class="quiet" name="action" value="cancel" formnovalidate>Cancel</button>
    </form>
    <p class="by">The identity provider of a demo organisation. Its people's password is the one of all demo accounts.</p>`,
  );
}

/** Signs out at once; `form` is the provider's own, submitted by the button if scripts are disabled. */
export function signOutPage(form: string): string {
  return page(
    'Signing out',
    `<h1>Signing out…</h1>${form}
    <input type="hidden" name="logout" value="yes" form="op.logoutForm">
    <noscript><button form="op.logoutForm">Sign out</button></noscript>
    <script>document.getElementById('op.logoutForm').submit();</script>`,
  );
}

export function messagePage(title: string, text: string): string {
  return page(title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`);
}
