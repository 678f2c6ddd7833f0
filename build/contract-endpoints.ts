import { type ESTree, type Plugin, parseSync } from 'vite';

const CONTRACT = /\/src\/shared\/contracts\/[^/]+\.contract\.ts$/;

/**
 * Reduces each contract to what a browser needs: `{ method, path }` of each exported endpoint. Schemas and TypeBox stay
 * on the server.
 */
export function contractEndpoints(): Plugin {
  return {
    name: 'verva:contract-endpoints',
    enforce: 'pre',
    transform: {
      filter: { id: CONTRACT },
      handler(code, id) {
        return { code: endpointsOnly(code, id), map: null };
      },
    },
  };
}

/** Returns the browser's version of a contract file. Throws when an endpoint's method or path is not a plain string. */
export function endpointsOnly(code: string, fileName: string): string {
  const { program, errors } = parseSync(fileName, code);
  if (errors.length > 0) throw new Error(`${fileName}: ${errors[0]?.message}`);
  const lines: string[] = [];
  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of statement.declaration.declarations) {
      if (id.type !== 'Identifier' || init?.type !== 'CallExpression') continue;
      if (init.callee.type !== 'Identifier' || init.callee.name !== 'endpoint') continue;
      const definition = init.arguments[0];
      if (definition?.type !== 'ObjectExpression') throw new Error(`${fileName}: ${id.name} is not written in place.`);
      const method = JSON.stringify(text(definition, 'method', `${fileName}: ${id.name}`));
      const path = JSON.stringify(text(definition, 'path', `${fileName}: ${id.name}`));
      lines.push(`export const ${id.name} = { method: ${method}, path: ${path} };`);
    }
  }
  return lines.length > 0 ? `${lines.join('\n')}\n` : 'export {};\n';
}

function text(definition: ESTree.ObjectExpression, name: string, where: string): string {
  for (const property of definition.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier' || property.key.name !== name) continue;
    if (property.value.type === 'Literal' && typeof property.value.value === 'string') return property.value.value;
  }
  throw new Error(`${where}: ${name} must be a plain string.`);
}
