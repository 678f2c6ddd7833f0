import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LanguageId } from '../../../shared/contracts/constants.ts';
import { ELEMENT_IMPORT_ROWS_MAX } from '../../../shared/contracts/element-scopes.ts';
import type { FieldError } from '../../../shared/contracts/errors.ts';
import {
  getImport,
  getRefusedRows,
  IMPORT_ROWS_MAX,
  IMPORT_UNDO_DAYS,
  type ImportFault,
  type ImportRow,
  type ImportRun,
  listImportRows,
  planImport,
  runImport,
  undoImport,
} from '../../../shared/contracts/imports.contract.ts';
import { decodeText, parseCsv } from '../../platform/content/csv.parse.ts';
import type { AppContext } from '../../platform/context.ts';
import { assertInApplication, assertScope, hasScope, isElement } from '../../platform/element-scopes.ts';
import { AppError } from '../../platform/errors.ts';
import { languageOf, problemTitle } from '../../platform/http/problems.ts';
import { serve } from '../../platform/http/serve.ts';
import { assertUuid } from '../../platform/uuid.ts';
import { BYTE_ORDER_MARK, csvLine } from '../downloads/index.ts';
import { personRef } from '../users/index.ts';
import { findImport } from './find-import.ts';
import { fieldsOfHeadings, keyOf } from './headings.rules.ts';
import type { AnyImportResource, ImportSources, ImportValue, ImportViewer } from './import-resource.ts';
import { importsMessages } from './imports.messages.ts';
import * as store from './imports.store.ts';
import type { RawRow } from './plan.ts';
import { queueImport } from './run.store.ts';
import { assertConfirmed, assertMayChangeAdministrators, confirmationOf, storePlan } from './store-plan.ts';
import { changedFields, textOf } from './values.rules.ts';

const PAGE = 50;
const DAY_MS = 86_400_000;
const CURSOR = /^(\d)-(\d{1,9})$/;

export async function importRoutes(app: FastifyInstance, context: AppContext, sources: ImportSources): Promise<void> {
  /**
   * An element sees the plans of elements only, whose rows were checked by what elements may change. Users who are no
   * administrators see their own.
   */
  const foundRun = async (viewer: ImportViewer, id: string): Promise<FoundRun> => {
    const { tx, session } = viewer;
    const run = await store.readRun(tx, assertUuid(id, 'import.not_found'));
    if (!run) throw new AppError('import.not_found');
    const resource = await findImport(sources, viewer, run.resource);
    const isOpen = !isElement(session) || (run.options.element !== undefined && hasScope(session, [resource.scope]));
    if (!isOpen || (!session.isAdmin && run.created_by !== session.userId)) throw new AppError('import.not_found');
    return { run, resource };
  };

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

    serve(scope, context, planImport, async (call) => {
      const { params, query, request, session } = call;
      const resource = await findImport(sources, call, params.resource);
      assertScope(session, [resource.scope]);
      if (query.missing === 'disable') assertInApplication(session);
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const [heading, ...records] = await parseCsv(
        decodeText(bytes, resource.otherEncoding),
        isElement(session) ? ELEMENT_IMPORT_ROWS_MAX : (resource.rowsMax ?? IMPORT_ROWS_MAX),
      );
      if (!heading || records.length === 0) throw new AppError('import.empty');
      const fields = fieldsOfHeadings(heading.cells, resource.columns, query.ignoreUnknown ?? false);
      const key = keyOf(fields, resource.keys, query.key, resource.givesKeys);
      if (resource.within !== undefined) keyOf(fields, [resource.within], resource.within);
      if (query.missing === 'disable' && !resource.listActive) throw new AppError('import.keeps_missing');
      const rows = records.map(({ line, cells }): RawRow => {
        const extra = cells.length - fields.length;
        const isUneven = extra < 0 || cells.slice(fields.length).some((cell) => cell !== '');
        const named = fields.flatMap((field, index) =>
          field === undefined ? [] : [[field, cells[index] ?? ''] as const],
        );
        const values = Object.fromEntries(named);
        const params = { count: cells.length, expected: fields.length };
        return {
          row: line,
          key: values[key] ?? '',
          cells: values,
          ...(isUneven ? { fault: { pointer: '', code: 'import.cell_count', params } as const } : {}),
        };
      });
      const { missing = 'keep', invite = false, leavers = 'manager' } = query;
      const options = { key, missing, invite, leavers };
      const headings = heading.cells.flatMap((text, index) =>
        text === '' ? [] : { heading: text, field: fields[index] ?? null },
      );
      const language = languageOf(request);
      const id = await storePlan({ ...call, language }, resource, rows, options, false, undefined, headings);
      return toRun({ run: (await store.readRun(call.tx, id))!, resource }, call);
    });
  });

  serve(app, context, getImport, async (call) => toRun(await foundRun(call, call.params.id), call));

  serve(app, context, listImportRows, async (call) => {
    const { tx, params, query, request } = call;
    const { run, resource } = await foundRun(call, params.id);
    const limit = query.limit ?? PAGE;
    const { verb } = query;
    const rows = await store.readItems(tx, run.id, { verb, after: placeOf(query.after), limit: limit + 1 });
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      items: shown.map((row) => toRow(run, row, resource, request)),
      next: rows.length > limit && last ? `${last.rank}-${last.row}` : null,
      previous: null,
    };
  });

  serve(app, context, getRefusedRows, async (call) => {
    const { tx, params, request, reply } = call;
    const { run, resource } = await foundRun(call, params.id);
    const rows = await store.readItems(tx, run.id, { verb: 'refuse', limit: resource.rowsMax ?? IMPORT_ROWS_MAX });
    const language = languageOf(request);
    const columns = resource.columns.filter(({ field }) => rows.some(({ cells }) => Object.hasOwn(cells, field)));
    const headings = [...columns.map(({ title }) => title(language)), importsMessages.text(language, 'reason')];
    const lines = rows.map(({ cells, faults }) => [
      ...columns.map(({ field }) => cells[field] ?? ''),
      (faults ?? []).map((fault) => toFault(fault, resource, request).title).join(' '),
    ]);
    reply.header('content-disposition', 'attachment; filename="refused.csv"').type('text/csv; charset=utf-8');
    return BYTE_ORDER_MARK + [headings, ...lines].map(csvLine).join('');
  });

  serve(app, context, runImport, async (call) => {
    const { tx, params, body, session, request, now } = call;
    const { run, resource } = await foundRun(call, params.id);
    assertMayChangeAdministrators(run, session, request, now);
    assertConfirmed(run, body.confirmDisabled);
    if (!(await store.beginPlan(tx, run.id, session.userId))) throw new AppError('import.started');
    await queueImport(tx, run.id);
    return toRun({ run: (await store.readRun(tx, run.id))!, resource }, call);
  });

  serve(app, context, undoImport, async (call) => {
    const { tx, params, session, request, now } = call;
    const { run, resource } = await foundRun(call, params.id);
    assertMayChangeAdministrators(run, session, request, now);
    const id = undoUntil(run, now) === null ? undefined : await store.insertUndo(tx, run, session.userId);
    if (id === undefined) throw new AppError('import.not_undoable', { days: IMPORT_UNDO_DAYS });
    await queueImport(tx, id);
    return toRun({ run: (await store.readRun(tx, id))!, resource }, call);
  });
}

function placeOf(after: string | undefined): store.ItemPlace | undefined {
  if (after === undefined) return undefined;
  const [, rank, row] = CURSOR.exec(after) ?? [];
  if (rank === undefined) throw new AppError('page.cursor_mismatch');
  return { rank: Number(rank), row: Number(row) };
}

function undoUntil(run: store.RunRow, now: Date): Date | null {
  if (run.mode !== 'run' || run.ended_at === null || run.is_undone || run.done === 0) return null;
  const until = new Date(run.ended_at.getTime() + IMPORT_UNDO_DAYS * DAY_MS);
  return until > now ? until : null;
}

interface FoundRun {
  readonly run: store.RunRow;
  readonly resource: AnyImportResource;
}

function toRun(
  { run, resource }: FoundRun,
  { request, now }: { readonly request: FastifyRequest; readonly now: Date },
): ImportRun {
  const language = languageOf(request);
  const { key, missing, invite, leavers, openTasks } = run.options;
  return {
    id: run.id,
    resource: run.resource,
    mode: run.mode,
    state: run.state,
    total: run.total,
    counts: { add: 0, change: 0, same: 0, disable: 0, remove: 0, refuse: 0, ...run.counts },
    done: run.done,
    options: { key, missing, invite, leavers },
    columns: (run.options.headings ?? []).map(({ heading, field }) => {
      return { heading, field, title: field === null ? null : (titleOf(resource, field, language) ?? field) };
    }),
    confirm: confirmationOf(run),
    openTasks,
    by: run.person && personRef(run.person),
    createdAt: run.created_at.toISOString(),
    endedAt: run.ended_at?.toISOString() ?? null,
    undoUntil: undoUntil(run, now)?.toISOString() ?? null,
    ofRun: run.of_run,
  };
}

function toRow(
  run: store.RunRow,
  item: store.ItemRow,
  resource: AnyImportResource,
  request: FastifyRequest,
): ImportRow {
  const language = languageOf(request);
  const { before, after, verb } = item;
  const fields = after && verb !== 'same' && verb !== 'refuse' ? changedFields(before ?? {}, after) : [];
  return {
    line: item.row > run.options.lastRow ? null : item.row,
    key: item.key,
    name: item.name || null,
    subjectId: item.subject_id,
    verb,
    changes: fields.map((field) => {
      const shown = (value: ImportValue | undefined) => shownText(resource, field, value, language);
      const title = titleOf(resource, field, language) ?? field;
      return { field, title, before: shown(before?.[field]), after: shown(after![field]) };
    }),
    faults: (item.faults ?? []).map((fault) => toFault(fault, resource, request)),
    done: item.version_after !== null,
  };
}

function shownText(
  resource: AnyImportResource,
  field: string,
  value: ImportValue | undefined,
  language: LanguageId,
): string | null {
  const column = resource.columns.find((one) => one.field === field);
  return typeof value === 'string' && column?.text ? column.text(value, language) : textOf(value);
}

const columnOf = ({ columns }: AnyImportResource, name: string) =>
  columns.find(({ field, alias }) => field === name || alias === name);

const titleOf = (resource: AnyImportResource, name: string, language: LanguageId): string | undefined =>
  columnOf(resource, name)?.title(language);

/** Names the column in the language of the request where the rule names the field. */
export function toFault(
  { pointer, code, params = {} }: FieldError,
  resource: AnyImportResource,
  request: FastifyRequest,
): ImportFault {
  const name = pointer.slice(1).split('/')[0]!;
  const language = languageOf(request);
  const column = titleOf(resource, name, language);
  const text = problemTitle(code, column === undefined ? params : { ...params, attribute: column }, request);
  // Many texts name the column themselves.
  const isNamed = column === undefined || text.includes(column);
  const title = isNamed ? text : importsMessages.text(language, 'fault', { column, text });
  return { field: columnOf(resource, name)?.field ?? null, code, title };
}
