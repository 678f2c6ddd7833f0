import { sql } from 'kysely';
import type { DatabaseHandle, Tx } from '../../../platform/database.ts';
import { hashManualText } from '../text/index.ts';
import { GENESIS } from './receipts.chain.ts';
import { type ReceiptPayload, receiptHash } from './receipts.payload.ts';
import type { ReceiptRow } from './receipts.store.ts';

/** A fault and the receipt at which it was found. */
interface ChainFault {
  readonly seq: number;
  /**
   * `missing`: there is no receipt with this number. `link`: it does not follow the one before it. `changed`: its hash does
   * not match its content. `anchor`: the head published for a day differs. `checkpoint`: the hash stored for a thousandth
   * receipt differs or is missing. `tail`: receipts at the end are missing. `text`: the text it names is missing or altered.
   */
  readonly fault: 'missing' | 'link' | 'changed' | 'anchor' | 'checkpoint' | 'tail' | 'text';
  readonly detail: string;
}

export interface ChainReport {
  readonly receipts: number;
  readonly anchors: number;
  /** In the order of the chain; at most 100 are listed. */
  readonly faults: readonly ChainFault[];
}

const BATCH = 2000;
const FAULTS_MAX = 100;

/** Checks the whole chain of a tenant: every receipt, every published head, the end, and that the texts are those confirmed. */
export function verifyChain(db: DatabaseHandle, tenantId: number): Promise<ChainReport> {
  return db.tenantTransaction({ tenantId, userId: null }, async (tx) => {
    const faults: ChainFault[] = [];
    const note = (seq: number, fault: ChainFault['fault'], detail: string) => {
      if (faults.length < FAULTS_MAX) faults.push({ seq, fault, detail });
    };
    const anchors = await anchorsOf(tx);
    const unseen = new Map(anchors.map((anchor) => [anchor.seq, anchor]));
    const texts = new Map<string, number>();
    let checkpoint = 0;
    let last = { seq: 0, hash: GENESIS };
    let count = 0;
    for (;;) {
      const rows = await receiptsAfter(tx, last.seq);
      for (const row of rows) {
        const { seq, prev, hash, payload } = row;
        for (let gap = last.seq + 1; gap < seq && faults.length < FAULTS_MAX; gap += 1)
          note(gap, 'missing', 'There is no receipt with this number.');
        const before = prev.toString('hex');
        if (seq === last.seq + 1 && before !== last.hash) note(seq, 'link', 'It does not follow the one before it.');
        const own = hash.toString('hex');
        if (receiptHash(prev, payload) !== own) note(seq, 'changed', 'Its hash is not that of what it says.');
        const anchor = unseen.get(seq);
        unseen.delete(seq);
        if (anchor && anchor.head !== own) note(seq, 'anchor', `The head published for ${anchor.day} is another.`);
        const named = textOf(payload);
        if (named !== undefined && !texts.has(named)) texts.set(named, seq);
        last = { seq, hash: own };
        count += 1;
      }
      const isEnd = rows.length < BATCH;
      const to = isEnd ? Number.MAX_SAFE_INTEGER : last.seq;
      for (const seq of await otherCheckpoints(tx, { after: checkpoint, to }))
        note(seq, 'checkpoint', 'The hash that was kept for it is another, or missing.');
      checkpoint = last.seq;
      if (isEnd) break;
    }
    for (const { seq, day } of unseen.values())
      if (seq > last.seq) note(seq, 'anchor', `The head published for ${day} names a receipt that is not there.`);
    const head = await headOf(tx);
    if (head.seq !== last.seq || head.head !== last.hash) note(last.seq + 1, 'tail', `The chain ended at ${head.seq}.`);
    for (const [named, seq] of texts)
      if (!(await isThere(tx, named))) note(seq, 'text', `The text that it names is not there as it was: ${named}`);
    return { receipts: count, anchors: anchors.length, faults };
  });
}

async function receiptsAfter(tx: Tx, seq: number): Promise<readonly ReceiptRow[]> {
  const { rows } = await sql<ReceiptRow>`SELECT id, seq, payload, prev, hash, created_at FROM manual_receipt
    WHERE seq > ${seq} ORDER BY seq LIMIT ${BATCH}`.execute(tx);
  return rows;
}

async function anchorsOf(tx: Tx): Promise<{ day: string; seq: number; head: string }[]> {
  const { rows } = await sql<{ day: string; seq: number; head: string }>`
    SELECT day, seq, encode(head, 'hex') AS head FROM receipt_anchor ORDER BY seq, day`.execute(tx);
  return rows;
}

/** Returns thousandth receipts in this part of the chain whose stored hash is missing or differs. */
async function otherCheckpoints(tx: Tx, { after, to }: { after: number; to: number }): Promise<number[]> {
  const { rows } = await sql<{ seq: number }>`
    SELECT coalesce(c.seq, r.seq) AS seq
    FROM (SELECT seq, hash FROM manual_receipt WHERE seq > ${after} AND seq <= ${to} AND seq % 1000 = 0) r
      FULL JOIN (SELECT seq, head FROM receipt_checkpoint WHERE seq > ${after} AND seq <= ${to}) c ON c.seq = r.seq
    WHERE c.head IS DISTINCT FROM r.hash ORDER BY 1`.execute(tx);
  return rows.map(({ seq }) => seq);
}

async function headOf(tx: Tx): Promise<{ seq: number; head: string }> {
  const { rows } = await sql<{ seq: number; head: string }>`
    SELECT last_seq AS seq, encode(head, 'hex') AS head FROM receipt_chain`.execute(tx);
  return rows[0] ?? { seq: 0, head: GENESIS };
}

/** Returns a receipt's reference to its text as one line; undefined for an unreadable payload, which its hash reports. */
function textOf(payload: string): string | undefined {
  try {
    const { manual, manualVersion, language, textSha256 } = JSON.parse(payload) as ReceiptPayload;
    return [manual.id, manualVersion, language, textSha256].join(' ');
  } catch {
    return undefined;
  }
}

async function isThere(tx: Tx, named: string): Promise<boolean> {
  const [manualId = '', number, language, sha256] = named.split(' ');
  const { rows } = await sql<{ title: string; html: string }>`
    SELECT t.title, t.html FROM manual_text t JOIN manual_version v ON v.id = t.version_id
    WHERE v.manual_id::text = ${manualId} AND v.number::text = ${number} AND t.language_id = ${language}`.execute(tx);
  return rows[0] !== undefined && hashManualText(rows[0].title, rows[0].html).toString('hex') === sha256;
}
