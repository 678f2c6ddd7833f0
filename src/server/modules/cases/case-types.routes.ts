import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  type CaseType,
  createCaseType,
  deleteCaseType,
  getCaseChoices,
  getCaseType,
  listCaseTypes,
  updateCaseType,
} from '../../../shared/contracts/case-types.contract.ts';
import { CASE_TYPES_MAX } from '../../../shared/contracts/case-types.rules.ts';
import type { Caller } from '../../platform/caller.ts';
import type { AppContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { filledTexts } from '../../platform/filled-texts.ts';
import { assertFresh } from '../../platform/http/if-match.ts';
import { languageOf } from '../../platform/http/problems.ts';
import { serve } from '../../platform/http/serve.ts';
import { faultsOf, findingsOf } from './case-types.rules.ts';
import * as store from './case-types.store.ts';
import { readChoices } from './choices.query.ts';
import { faultsOfDefaults } from './defaults.ts';
import { knownProcesses, type ProcessOf } from './known-processes.ts';
import { formsOf } from './published-forms.ts';
import { missingIn } from './variables.ts';

/** The id that is a part of the API's addresses. */
const RESERVED = 'choices';

/** The provider's kinds of case. */
export function caseTypeRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, listCaseTypes, async (call) => {
    const rows = await store.readCaseTypes(call.tx);
    const processOf = await knownProcesses(call, rows);
    const formOf = formsOf(call);
    const kinds: CaseType[] = [];
    for (const row of rows) kinds.push(await toCaseType(call, row, processOf, formOf));
    return kinds;
  });

  serve(app, context, getCaseChoices, async (call) => readChoices(call, languageOf(call.request)));

  serve(app, context, getCaseType, async (call) => answer(call, await found(call, call.params.id)));

  serve(app, context, createCaseType, async (call) => {
    const { tx, body } = call;
    const { id } = body;
    if (id === undefined) throw new AppError('request.missing_parameter', { parameter: 'id' });
    const kind = withFields({ ...EMPTY, id, title: body.title, process: body.process }, body);
    await assertValid(call, kind);
    await store.lockCaseTypes(tx);
    if ((await store.countCaseTypes(tx)) >= CASE_TYPES_MAX)
      throw new AppError('case_type.full', { max: CASE_TYPES_MAX });
    if (id === RESERVED || !(await store.insertCaseType(tx, kind))) throw idTaken(id);
    return answer(call, await found(call, id));
  });

  serve(app, context, updateCaseType, async (call) => {
    const { tx, params, body, request } = call;
    const before = await found(call, params.id, { lock: true });
    assertFresh(before, await current(call, before), request.headers['if-match'], body.version);
    const kind = withFields(before, body);
    await assertValid(call, kind);
    await store.changeCaseType(tx, kind);
    return answer(call, await found(call, before.id));
  });

  serve(app, context, deleteCaseType, async (call) => {
    const { tx, params, request } = call;
    const before = await found(call, params.id, { lock: true });
    assertFresh(before, await current(call, before), request.headers['if-match']);
    const usedBy = await store.usesOfCaseType(tx, before.id, languageOf(request));
    const count = usedBy.reduce((sum, use) => sum + (use.count ?? 1), 0);
    if (count > 0) throw new AppError('case_type.in_use', { count }, { usedBy });
    await store.deleteCaseType(tx, before.id);
    return null;
  });
}

const EMPTY = {
  startForm: null,
  registry: null,
  numberSeries: null,
  startGroups: [],
  defaults: {},
  statusMap: [],
  massAction: null,
  withdraw: 'beforeFirst',
  peopleShown: 'person',
  active: true,
} as const satisfies Partial<CaseType>;

/** Fields that are not sent stay. */
function withFields(before: store.CaseTypeFields, sent: Partial<store.CaseTypeFields>): store.CaseTypeFields {
  const or = <K extends keyof store.CaseTypeFields>(key: K): store.CaseTypeFields[K] =>
    sent[key] === undefined ? before[key] : (sent[key] as store.CaseTypeFields[K]);
  return {
    id: before.id,
    title: filledTexts(or('title')),
    process: or('process'),
    startForm: or('startForm'),
    registry: or('registry'),
    numberSeries: or('numberSeries'),
    startGroups: or('startGroups'),
    defaults: or('defaults'),
    statusMap: or('statusMap'),
    massAction: or('massAction'),
    withdraw: or('withdraw'),
    peopleShown: or('peopleShown'),
    active: or('active'),
  };
}

/** Throws case_type.invalid with every fault. */
async function assertValid(call: Caller, kind: store.CaseTypeFields): Promise<void> {
  const named = await store.readNamed(call.tx, kind);
  const process = (await knownProcesses(call, [kind]))(kind.process);
  const errors = [...faultsOf(kind, named, process), ...faultsOfDefaults(kind.defaults)];
  if (errors.length > 0) throw new AppError('case_type.invalid', {}, { errors });
}

function idTaken(value: string): AppError {
  const params = { value };
  return new AppError('case_type.id_taken', params, {
    errors: [{ pointer: '/id', code: 'case_type.id_taken', params }],
  });
}

/** Throws case_type.not_found. */
async function found(call: Caller, id: string, how?: { lock: boolean }): Promise<store.CaseTypeRow> {
  const row = await store.readCaseType(call.tx, id, how);
  if (!row) throw new AppError('case_type.not_found');
  return row;
}

async function toCaseType(
  call: Caller,
  row: store.CaseTypeRow,
  processOf: ProcessOf,
  formOf = formsOf(call),
): Promise<CaseType> {
  const { updated_at: _, changer: __, ...kind } = row;
  const named = await store.readNamed(call.tx, row);
  const process = processOf(row.process);
  return { ...kind, findings: findingsOf(row, named, process, await missingIn(row, process, formOf)) };
}

const current = async (call: Caller, row: store.CaseTypeRow) =>
  toCaseType(call, row, await knownProcesses(call, [row]));

async function answer(call: Caller & { readonly reply: FastifyReply }, row: store.CaseTypeRow): Promise<CaseType> {
  call.reply.header('etag', `"${row.version}"`);
  return current(call, row);
}
