import { transform } from 'lightningcss';
import type { Plugin } from 'vite';

/**
 * Adapts a compiled style sheet to shadow roots on other people's pages: shadow roots ignore `@property`, the page's
 * `html` defines the rem, and its rules for `*` affect custom properties declared on `:host`.
 */
export function shadowCss(sheet: RegExp): Plugin {
  return {
    name: 'verva:shadow-css',
    enforce: 'post',
    transform: {
      filter: { id: sheet },
      handler(code) {
        const exported = /^export default ("(?:[^"\\]|\\.)*")/.exec(code.trim());
        if (!exported?.[1]) throw new Error('The sheet is no longer a plain string. Adapt build/shadow-css.ts.');
        return { code: `export default ${JSON.stringify(forShadowRoots(JSON.parse(exported[1])))};`, map: null };
      },
    },
  };
}

/** Returns the minified sheet for shadow roots. Throws when an expected rule is missing. */
export function forShadowRoots(css: string): string {
  const { code } = transform({ filename: 'element.css', code: Buffer.from(css), minify: true });
  const { css: withoutProperties, count } = withoutPropertyRules(code.toString());
  const own = ownTheme(withoutPage(count > 0 ? unguarded(withoutProperties) : withoutProperties));
  return ownRem(withoutDateInputs(withoutFontFallbacks(own)));
}

/** Removes rules for the application's page, which have no effect in a shadow root. */
function withoutPage(css: string): string {
  return css.replace(/(?<=^|[{};])(?::root(?:\[[^\]]*\])?)\{[^{}]*\}/g, '');
}

/** Removes the reset of native date and time inputs: elements have date fields of their own. */
function withoutDateInputs(css: string): string {
  return css.replace(/::-webkit-(?:date-and-time|datetime-edit|calendar-picker)[\w-]*\{[^{}]*\}/g, '');
}

/** Removes the font lists that the reset names in case that the theme sets no font; the theme here sets both. */
function withoutFontFallbacks(css: string): string {
  return css.replace(/var\((--default-(?:mono-)?font-family),[^)]*\)/g, 'var($1)');
}

/** Removes `@property` rules, which shadow roots ignore; the layer `properties` sets the same initial values. */
function withoutPropertyRules(css: string): { css: string; count: number } {
  const rule = /@property --[\w-]+\{[^{}]*\}/g;
  return { css: css.replace(rule, ''), count: css.match(rule)?.length ?? 0 };
}

/** `@layer properties` replaces `@property`, but only in browsers without it, so the guard is removed. */
function unguarded(css: string): string {
  const start = /@layer properties\{(@supports [^{]+\{)/.exec(css);
  if (!start?.[1]) throw new Error('The fallback guard around @layer properties was not found.');
  const guardStart = start.index + '@layer properties{'.length;
  const rulesStart = guardStart + start[1].length;
  let depth = 1;
  let end = rulesStart;
  while (depth > 0) {
    if (css[end] === '{') depth += 1;
    if (css[end] === '}') depth -= 1;
    end += 1;
  }
  return css.slice(0, guardStart) + css.slice(rulesStart, end - 1) + css.slice(end);
}

function ownTheme(css: string): string {
  const before = '@layer theme{:root,:host{';
  if (css.includes('@layer theme{') && !css.includes(before))
    throw new Error('The theme layer has an unexpected shape.');
  return css.replaceAll(before, '@layer theme{.verva-root{');
}

/** Converts every rem in declarations to a multiple of `--verva-rem`; selectors and queries keep theirs. */
function ownRem(css: string): string {
  const part = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|url\([^)"']*\)|\\.|[^"'{};\\u]+|./gs;
  let result = '';
  let segment = '';
  for (const [token] of css.matchAll(part)) {
    if (token === '{') {
      result += segment + token;
      segment = '';
    } else if (token === ';' || token === '}') {
      result += (segment.startsWith('@') ? segment : inRem(segment)) + token;
      segment = '';
    } else {
      segment += token;
    }
  }
  return result + segment;
}

function inRem(declaration: string): string {
  const rem = /("[^"]*"|'[^']*'|url\([^)"']*\))|(?<![\w.-])(-?\d*\.?\d+)rem\b/g;
  return declaration.replace(rem, (whole, opaque, amount) => (opaque ? whole : `calc(var(--verva-rem)*${amount})`));
}
