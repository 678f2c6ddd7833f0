// Measures the server's processor time for a submission with a table, compared with a plain loop that does the same
// checks and sums on the same JSON. Needs a quiet core.
import { effect } from '@preact/signals-core';
import { createFormModel, type FormBody, submitForm } from '../../src/shared/forms/index.ts';
import { against, type Line, ms } from './report.ts';

const label = { en: 'x' };
const BODY: FormBody = {
  formatVersion: 1,
  id: 'bench',
  title: label,
  root: {
    type: 'stack',
    id: 'root',
    children: [
      { type: 'text', key: 'subject', label, required: true, maxLength: 100 },
      { type: 'number', key: 'least', label, min: 0 },
      {
        type: 'table',
        key: 'lines',
        label,
        required: true,
        maxRows: 1000,
        columns: [
          { type: 'text', key: 'item', label, required: true, maxLength: 100, pattern: '[A-Z]{2}-\\d{4,6}' },
          { type: 'number', key: 'qty', label, required: true, min: { expr: 'least' }, max: 1000, integer: true },
          {
            type: 'money',
            key: 'price',
            label,
            visible: { field: 'row.qty', op: 'gt', value: 0 },
            min: 0,
            max: { expr: 'row.qty * 10000' },
          },
          { type: 'money', key: 'sum', label, computed: 'row.qty * row.price' },
        ],
      },
      { type: 'money', key: 'total', label, computed: 'sum(lines.sum)' },
      { type: 'number', key: 'pieces', label, computed: 'sum(lines.qty)' },
      { type: 'number', key: 'large', label, computed: 'count(lines[qty > 5 and sum > 100])' },
      {
        type: 'multiline',
        key: 'reason',
        label,
        visible: { field: 'total', op: 'gt', value: 5000 },
        required: true,
        minLength: 10,
      },
    ],
  },
  rules: [{ id: 'limit', assert: { expr: 'total <= 100000000' }, at: 'total', message: label }],
};
const CONTEXT = { languageId: 'en', today: '2026-11-21' };
const SIZES = [125, 250, 500, 1000];
const AIM = 500;
interface Line4 {
  readonly rowId: string;
  readonly item: string;
  readonly qty: number;
  readonly price: { readonly amount: number; readonly currency: string };
}

const submission = (rows: number): string =>
  JSON.stringify({
    subject: 'Ropes',
    least: 1,
    reason: 'They are worn out.',
    lines: Array.from({ length: rows }, (_, index) => ({
      rowId: `r${index + 1}`,
      item: `AB-${1000 + index}`,
      qty: 1 + (index % 9),
      price: { amount: 1000 + index * 7, currency: 'EUR' },
    })),
  });

/** Does the same checks by hand, without a definition. */
function byHand(json: string): number {
  const { least, lines } = JSON.parse(json) as { least: number; lines: readonly Line4[] };
  let total = 0;
  for (const { item, qty, price } of lines) {
    if (!/^[A-Z]{2}-\d{4,6}$/.test(item) || item.length > 100) throw new Error('item');
    if (!Number.isInteger(qty) || qty < least || qty > 1000) throw new Error('qty');
    if (!Number.isSafeInteger(price.amount) || price.currency !== 'EUR') throw new Error('price');
    if (price.amount < 0 || price.amount > qty * 1_000_000) throw new Error('range');
    total += qty * price.amount;
  }
  return total;
}

function onServer(json: string): void {
  const { errors } = submitForm(BODY, JSON.parse(json), CONTEXT);
  if (errors.length > 0) throw new Error(JSON.stringify(errors[0]));
}

interface Spent {
  readonly middle: number;
  readonly most: number;
}

/**
 * Returns the processor time of each of `rounds` runs in milliseconds, after as many runs to warm up; `batch` runs are
 * measured as one.
 */
function spent(rounds: number, work: () => void, batch = 1): Spent {
  const times: number[] = [];
  for (let round = 0; round < rounds * 2; round += 1) {
    const before = process.cpuUsage();
    for (let run = 0; run < batch; run += 1) work();
    const { user, system } = process.cpuUsage(before);
    if (round >= rounds) times.push((user + system) / 1000 / batch);
  }
  times.sort((a, b) => a - b);
  return { middle: times[rounds >> 1]!, most: times[Math.floor(rounds * 0.99)]! };
}

/** Takes a minute with 300 rounds. */
export function measureForms(rounds: number): Line[] {
  const lines: Line[] = [];
  const perRow: string[] = [];
  for (const rows of SIZES) {
    const json = submission(rows);
    const { middle, most } = spent(rounds, () => onServer(json));
    perRow.push(`${rows}: ${((middle * 1000) / rows).toFixed(1)}`);
    if (rows !== AIM) continue;
    const plain = spent(rounds, () => void byHand(json), 10);
    lines.push({
      what: `Submission of ${rows} rows × 4 columns, checked and computed, p99`,
      measured: ms(most),
      ...against(most, { most: 30 }, ' ms'),
      behind: `p50 ${ms(middle)}; a plain loop ${ms(plain.middle)}, ratio ${(middle / plain.middle).toFixed(0)}`,
    });
  }
  lines.push({
    what: 'The same by size',
    measured: `${perRow.join(', ')} µs a row`,
    behind: 'in proportion when equal',
  });

  const changes: string[] = [];
  for (const rows of SIZES) {
    const model = createFormModel(BODY, { values: JSON.parse(submission(rows)), ...CONTEXT });
    const cell = model.table('lines').rows.value[rows >> 1]!.cells.get('qty')!;
    const total = model.field('total');
    // As on the screen: the total and the cell are observed.
    const stop = [effect(() => void total.value.value), effect(() => void cell.shown.value)];
    let next = 0;
    const { middle } = spent(
      rounds,
      () => {
        next += 1;
        cell.set(1 + (next % 9));
      },
      10,
    );
    for (const end of stop) end();
    changes.push(`${rows}: ${(middle * 1000).toFixed(0)}`);
  }
  lines.push({ what: 'One cell changed until its total is there, by rows', measured: `${changes.join(', ')} µs` });
  return lines;
}
