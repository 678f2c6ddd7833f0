import type { FastifyInstance } from 'fastify';
import { checkForm } from '../../../shared/contracts/form-check.contract.ts';
import { outcomesOf, referencesIn, submitForm } from '../../../shared/forms/index.ts';
import { dayOf } from '../../../shared/locale/days.ts';
import type { AppContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { languageOf, problemOf } from '../../platform/http/problems.ts';
import { serve } from '../../platform/http/serve.ts';
import { findReferences } from '../references/index.ts';
import { assertDefinition } from './forms.rules.ts';

/** Validates a definition with sample values, so that its author sees the server's response (BEY-23). Nothing is saved. */
export function checkRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, checkForm, async ({ tx, body: sent, session, request, now }) => {
    const body = assertDefinition(sent.body);
    const outcome = outcomesOf(body).find(({ id }) => id === sent.outcome);
    if (sent.outcome !== undefined && !outcome) throw new AppError('outcome.unknown', { outcome: sent.outcome });
    const languageId = sent.languageId ?? languageOf(request);
    const { values, errors } = submitForm(body, sent.values ?? {}, {
      languageId,
      today: sent.today ?? dayOf(now, session.timeZone),
      checks: outcome?.validate === false ? 'shape' : 'all',
      references: await findReferences(tx, session, referencesIn(body, sent.values), languageId),
      current: sent.current,
      prefix: '/values',
    });
    const issues = errors.map((error) => {
      const { title } = problemOf(new AppError(error.code, error.params ?? {}), request, languageId);
      return { pointer: error.pointer, code: error.code, title, ...(error.params && { params: { ...error.params } }) };
    });
    return { issues, submitted: issues.length > 0 ? null : { ...values } };
  });
}
