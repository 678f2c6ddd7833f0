import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { LANGUAGE_NAMES, LANGUAGES, LOCALES } from '../../../shared/contracts/constants.ts';
import { withConstants } from '../../../shared/contracts/css-constants.ts';
import { ERRORS, type ErrorCode } from '../../../shared/contracts/errors.ts';
import { PROBLEM_TEXTS } from '../../../shared/contracts/problem-texts.ts';
import { AppError } from '../errors.ts';

const HIDDEN = { schema: { hide: true } };
const TOKENS = '../../../shared/ui/styles/tokens.css';
const FILES = [
  { url: '/api/docs', file: './api-docs/docs.html', type: 'text/html; charset=utf-8' },
  ...['docs.js', 'operation.js', 'schema-tree.js', 'dom.js'].map((name) => ({
    url: `/api/docs/${name}`,
    file: `./api-docs/${name}`,
    type: 'text/javascript; charset=utf-8',
  })),
  { url: '/api/docs/docs.css', file: './api-docs/docs.css', type: 'text/css; charset=utf-8' },
  { url: '/api/docs/tokens.css', file: TOKENS, type: 'text/css; charset=utf-8' },
];

/** Serves the API documentation: the OpenAPI document, a page to read it, and a page for each problem code. */
export function apiDocs(app: FastifyInstance): void {
  let document: string | undefined;
  app.get('/api/openapi.json', HIDDEN, async (_request, reply) => {
    // Complete once every module has added its routes.
    document ??= JSON.stringify(app.swagger());
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(document);
  });

  for (const { url, file, type } of FILES) {
    const source = readFileSync(new URL(file, import.meta.url), 'utf8');
    const content = file === TOKENS ? withConstants(source) : source;
    app.get(url, HIDDEN, async (_request, reply) => reply.type(type).header('cache-control', 'no-cache').send(content));
  }

  app.get<{ Params: { code: string } }>('/problems/:code', HIDDEN, async ({ params: { code } }, reply) => {
    if (!isErrorCode(code)) throw new AppError('request.not_found');
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(problemPage(code));
  });
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

/** Renders the page that the `type` of a problem links to. It contains only our own text. */
function problemPage(code: ErrorCode): string {
  const { status, text } = ERRORS[code];
  const texts = LANGUAGES.map((language) => {
    const lang = LOCALES[language];
    const shown = language === 'en' ? text : PROBLEM_TEXTS[language][code];
    return `<dt lang="${lang}">${LANGUAGE_NAMES[language]}</dt><dd lang="${lang}">${escaped(shown)}</dd>`;
  });
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${code} – Verva API</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/api/docs/tokens.css">
    <link rel="stylesheet" href="/api/docs/docs.css">
  </head>
  <body class="problem">
    <main>
      <p class="status">HTTP status ${status}</p>
      <h1><code>${code}</code></h1>
      <dl class="texts">${texts.join('')}</dl>
      <p>Names in braces are filled in from <code>params</code> of the problem.</p>
      <p><a href="/api/docs">All operations of the API</a></p>
    </main>
  </body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
