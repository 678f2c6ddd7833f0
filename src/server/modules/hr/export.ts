import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { reasonRequired } from '../../platform/http/reason.ts';
import type { RecordViewer } from '../records/index.ts';
import { readViewer } from './rights.query.ts';
import { PASSING } from './rights.rules.ts';

const EXPORTING: readonly string[] = ['employee_management_admin', 'employee_management_viewer', ...PASSING];

/** Files of people and contracts: for HR, with a reason. Others may save the rows about themselves. */
export async function assertMayExport(tx: Tx, { session, reason }: RecordViewer): Promise<void> {
  if (session.scopes !== null) throw new AppError('element.application_only');
  const { groups } = await readViewer(tx, session.userId, []);
  if (!groups.some((group) => EXPORTING.includes(group))) throw new AppError('access.denied');
  if (reason === undefined) throw reasonRequired();
}
