import { START_FOR_MAX, type StartForm } from '../../../shared/contracts/catalogue.contract.ts';
import type { LanguageId } from '../../../shared/contracts/constants.ts';
import type { Values } from '../../../shared/contracts/shapes.contract.ts';
import { createFormModel, FORM_STEPS, type FormBody, TooManySteps, withinSteps } from '../../../shared/forms/index.ts';
import { dayOf } from '../../../shared/locale/days.ts';
import type { Caller } from '../../platform/caller.ts';
import { AppError } from '../../platform/errors.ts';
import { attachmentsOf, fileLimit, toAttachment } from '../attachments/index.ts';
import { initialOf } from '../cases/index.ts';
import { carriedOver, readDraft } from '../form-drafts/index.ts';
import { nameIn } from '../processes/index.ts';
import { firstTasks } from './catalogue.rules.ts';
import { shownTexts } from './entries.query.ts';
import { managedUsers, startsForAll } from './requester.ts';
import type { Startable } from './startable.ts';

/** Returns what the start form of an item needs. */
export async function startFormFor(call: Caller, startable: Startable, language: LanguageId): Promise<StartForm> {
  const { tx, session } = call;
  const { item, targets, found, form } = startable;
  const body = form?.body ?? null;
  const number = form?.number ?? null;
  const draft = await readDraft(tx, { kind: 'start', id: item.id });
  const files = draft ? await attachmentsOf(tx, 'draft', draft.id) : [];
  return {
    item: { id: item.id, ...shownTexts(item, targets, language), icon: item.icon ?? found.definition.icon ?? null },
    formId: found.formId,
    number,
    body,
    values: body ? initialValues(call, body, await initialFor(call, found.kind)) : {},
    ...(await carriedOver(call, draft, { id: found.formId, number, body })),
    files: files.map((row) => toAttachment(row, true)),
    fileLimit: await fileLimit(tx),
    next: firstTasks(found.definition).map((node) =>
      nameIn({ name: node.name ?? node.id, names: node.names }, language),
    ),
    startsForAll: startsForAll(item, session),
    startsFor: await managedUsers(tx, session.userId, START_FOR_MAX),
  };
}

/** The default values of the kind of case, for the caller as requester. */
const initialFor = async (call: Caller, kind: Startable['found']['kind']): Promise<Values> =>
  kind ? initialOf(call, kind, call.session.userId) : {};

function initialValues({ session, now }: Caller, body: FormBody, values: Values): Values {
  const { languageId, timeZone } = session;
  const today = dayOf(now, timeZone);
  try {
    return withinSteps(FORM_STEPS, () => createFormModel(body, { values, languageId, today }).values.peek() as Values);
  } catch (error) {
    throw error instanceof TooManySteps ? new AppError('content.too_complex') : error;
  }
}
