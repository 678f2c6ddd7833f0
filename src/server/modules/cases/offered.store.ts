import { sql } from 'kysely';
import type { OfferedTask } from '../../../shared/contracts/case-types.contract.ts';
import type { Tx } from '../../platform/database.ts';
import { type Offer, offerOf, unionOf } from './offered.rules.ts';

interface Row {
  readonly process: string;
  readonly massAction: OfferedTask[] | null;
}

/** Returns what mass action offers for the tasks of processes: all kinds of case of a process together. */
export async function readOffers(tx: Tx): Promise<(processKey: string, taskKey: string) => Offer> {
  const { rows } = await sql<Row>`
    SELECT c.process_key AS process, c.mass_action AS "massAction" FROM case_type c WHERE c.active`.execute(tx);
  const byProcess = Map.groupBy(rows, ({ process }) => process);
  return (processKey, taskKey) =>
    unionOf((byProcess.get(processKey) ?? []).map(({ massAction }) => offerOf(massAction, taskKey)));
}

/** Returns what mass action offers for a task of a case: by the kind of the case, otherwise by all kinds of its process. */
export async function readOfferOf(
  tx: Tx,
  { instanceId, processKey, taskKey }: { instanceId: string; processKey: string; taskKey: string },
): Promise<Offer> {
  const { rows } = await sql<{ massAction: OfferedTask[] | null }>`
    SELECT c.mass_action AS "massAction" FROM process_instance i JOIN case_type c ON c.id = i.case_type_id
    WHERE i.id = ${instanceId}::uuid`.execute(tx);
  const [own] = rows;
  return own ? offerOf(own.massAction, taskKey) : (await readOffers(tx))(processKey, taskKey);
}
