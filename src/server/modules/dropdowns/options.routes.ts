import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  createOption,
  deleteOption,
  importOptions,
  listOptions,
  type Option,
  orderOptions,
  updateOption,
} from '../../../shared/contracts/dropdowns.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { assertImportSize } from '../../platform/element-scopes.ts';
import { AppError } from '../../platform/errors.ts';
import { assertFresh } from '../../platform/http/if-match.ts';
import { languageOf } from '../../platform/http/problems.ts';
import { serve, serveMissing } from '../../platform/http/serve.ts';
import { usesOf } from '../references/index.ts';
import { found } from './dropdowns.routes.ts';
import { addOrChange } from './import.ts';
import { assertBelowLimit, changedOption, languageFaults, ordered } from './options.rules.ts';
import * as store from './options.store.ts';

export function optionRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, listOptions, async ({ tx, params, request }) => {
    const { id } = await found(tx, params.dropdownId);
    return all(tx, id, languageOf(request));
  });

  serve(app, context, createOption, async ({ tx, params, body, request, reply }) => {
    const dropdown = await found(tx, params.dropdownId, true);
    const option = changedOption(body, undefined, languageOf(request));
    await assertLanguages(tx, option.texts);
    if (await store.readOption(tx, dropdown.id, option.id)) {
      const problem = { value: option.id };
      throw new AppError('option.id_taken', problem, {
        errors: [{ pointer: '/id', code: 'option.id_taken', params: problem }],
      });
    }
    assertBelowLimit(dropdown.options + 1);
    await store.insertOptions(tx, dropdown.id, [option]);
    return tagged(reply, await optionOf(tx, dropdown.id, option.id), languageOf(request));
  });

  serve(app, context, orderOptions, async ({ tx, params, body, request }) => {
    // A single option sent here lacks the id in its path.
    if (body.positions === undefined) {
      const isOption = Object.keys(body).length > 0;
      throw new AppError('request.missing_parameter', { parameter: isOption ? 'optionId' : 'positions' });
    }
    const { id } = await found(tx, params.dropdownId, true);
    const present = (await store.readOptions(tx, id)).map((option) => option.id);
    await store.writeOrder(tx, id, ordered(present, body.positions));
    return all(tx, id, languageOf(request));
  });

  serve(app, context, updateOption, async ({ tx, params, body, request, reply }) => {
    const row = await editable(tx, params, request.headers['if-match'], languageOf(request));
    if (body.id !== undefined && body.id !== row.id) {
      const fault = { pointer: '/id', code: 'field.not_editable', params: { attribute: 'id' } } as const;
      throw new AppError('request.invalid', {}, { errors: [fault] });
    }
    const option = changedOption(body, row, languageOf(request));
    await assertLanguages(tx, option.texts);
    await store.updateOptions(tx, params.dropdownId, [option]);
    return tagged(reply, await optionOf(tx, params.dropdownId, row.id), languageOf(request));
  });

  serve(app, context, deleteOption, async ({ tx, params, request }) => {
    const row = await editable(tx, params, request.headers['if-match'], languageOf(request));
    const usedBy = await usesOf(tx, { kind: 'dropdown', id: params.dropdownId }, languageOf(request));
    if (usedBy.length > 0) throw new AppError('option.in_use', { count: usedBy.length }, { usedBy });
    await store.removeOption(tx, params.dropdownId, row.id);
    return null;
  });
  serveMissing(app, context, deleteOption);

  serve(app, context, importOptions, async ({ tx, params, body, session }) => {
    assertImportSize(session, body.options.length);
    const dropdown = await found(tx, params.dropdownId, true);
    return addOrChange(tx, dropdown, body.options, body.dryRun ?? false);
  });
}

async function all(tx: Tx, dropdownId: string, languageId: string): Promise<Option[]> {
  return (await store.readOptions(tx, dropdownId)).map((row) => store.toOption(row, languageId));
}

/** Finds the option of a path and locks its dropdown. */
async function editable(
  tx: Tx,
  { dropdownId, optionId }: { readonly dropdownId: string; readonly optionId: string },
  ifMatch: string | undefined,
  languageId: string,
): Promise<store.OptionRow> {
  await found(tx, dropdownId, true);
  const row = await optionOf(tx, dropdownId, optionId);
  assertFresh(row, store.toOption(row, languageId), ifMatch);
  return row;
}

async function optionOf(tx: Tx, dropdownId: string, id: string): Promise<store.OptionRow> {
  const row = await store.readOption(tx, dropdownId, id);
  if (!row) throw new AppError('option.not_found');
  return row;
}

async function assertLanguages(tx: Tx, texts: Readonly<Record<string, string>>): Promise<void> {
  const errors = languageFaults(texts, await store.readLanguageIds(tx));
  if (errors.length > 0) throw new AppError('request.invalid', {}, { errors });
}

function tagged(reply: FastifyReply, row: store.OptionRow, languageId: string): Option {
  reply.header('etag', `"${row.version}"`);
  return store.toOption(row, languageId);
}
