import { el, unfolding } from './dom.js';
import { schemaTree, typeOf } from './schema-tree.js';

/** One operation: a line that unfolds into all that is known about it. */
export function operationCard(operation, document) {
  const { method, path, summary, operationId, deprecated } = operation;
  const line = el(
    'summary',
    {},
    el('span', { class: `method ${method}` }, method.toUpperCase()),
    el('code', { class: 'path' }, ...pathParts(path)),
    el('span', { class: 'words' }, summary ?? ''),
    deprecated ? el('span', { class: 'chip' }, 'deprecated') : '',
    el('span', { class: 'chip who' }, whoOf(operation)),
  );
  return unfolding({ id: operationId, class: 'operation' }, line, () => detailsOf(operation, document));
}

/** Who may call it, in words. */
export function whoOf({ 'x-who': who, security }) {
  if (who === 'public' || security?.length === 0) return 'anybody';
  if (who === 'provider') return 'provider';
  return Array.isArray(who) ? who.join(', ') : 'signed in';
}

/** A long path may break after each of its parts. */
function pathParts(path) {
  return path.split(/(?<=\/)/).flatMap((part) => [part, el('wbr')]);
}

function detailsOf(operation, document) {
  const { description, parameters = [], requestBody, responses = {} } = operation;
  const scope = operation['x-scope'];
  const answers = Object.entries(responses);
  const isProblem = ([status]) => Number(status) >= 400;
  return el(
    'div',
    { class: 'details' },
    description ? el('p', {}, description) : '',
    el(
      'dl',
      { class: 'facts' },
      el('dt', {}, 'Who'),
      el('dd', {}, whoOf(operation)),
      el('dt', {}, 'Scope of a token'),
      el('dd', {}, whoOf(operation) === 'anybody' ? 'none is needed' : (scope ?? 'a full identity token')),
    ),
    parameters.length > 0 ? [el('h3', {}, 'Parameters'), parametersTable(parameters, document)] : '',
    requestBody ? [el('h3', {}, 'Body'), ...contentsOf(requestBody.content, document)] : '',
    ...answers
      .filter((answer) => !isProblem(answer))
      .flatMap(([status, answer]) => [
        el('h3', {}, 'Answer ', el('span', { class: 'status' }, status)),
        ...contentsOf(answer.content, document),
      ]),
    el('h3', {}, 'Problems'),
    el(
      'ul',
      { class: 'problems' },
      answers.filter(isProblem).map(([status, answer]) => problemsOf(status, answer)),
    ),
  );
}

function parametersTable(parameters, document) {
  return el(
    'ul',
    { class: 'tree' },
    parameters.map(({ name, in: place, required, description, schema = {} }) =>
      el(
        'li',
        {},
        el(
          'div',
          { class: 'row' },
          el('code', { class: 'name' }, name),
          el('span', { class: 'place' }, place),
          required ? el('span', { class: 'required' }, 'required') : '',
          el('span', { class: 'type' }, typeOf(schema, document)),
          el('span', { class: 'about' }, description ?? schema.description ?? ''),
        ),
      ),
    ),
  );
}

/** Media types of one schema stand together. */
function contentsOf(content, document) {
  if (!content) return [el('p', { class: 'value' }, 'No content')];
  const byShape = new Map();
  for (const [type, { schema }] of Object.entries(content)) {
    const shape = JSON.stringify(schema ?? {});
    byShape.set(shape, { schema, types: [...(byShape.get(shape)?.types ?? []), type] });
  }
  return [...byShape.values()].flatMap(({ schema, types }) => [
    el('p', { class: 'media' }, types.join(' or ')),
    schemaTree(schema, document),
  ]);
}

function problemsOf(status, { description = '' }) {
  const codes = description.split(', ').filter((code) => /^[a-z_]+\.[a-z_]+$/.test(code));
  return el(
    'li',
    {},
    el('span', { class: 'status' }, status),
    codes.length > 0 ? codes.map((code) => el('a', { href: `/problems/${code}` }, code)) : description,
  );
}
