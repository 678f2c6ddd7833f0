import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';

const provider = { who: 'provider', scope: null } as const;

/** Equal configurations give equal bytes. */
export const exportConfig = endpoint({
  method: 'GET',
  path: '/api/config/export',
  summary:
    'The configuration of the organisation as one file: a zip of canonical JSON and BPMN, without users, data and secrets',
  ...provider,
  produces: 'application/zip',
  reply: Type.Unsafe<Blob>({ type: 'string', format: 'binary' }),
});
