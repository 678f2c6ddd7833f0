import { listRecords } from '../../../shared/contracts/records.contract.ts';
import { dayOf } from '../../../shared/locale/days.ts';
import { type ListSource, momentWriter } from '../downloads/index.ts';
import { readPlaces, readRows, withinRights } from './page.ts';
import { type AnyResource, type CellWriter, fieldsOf } from './resource.ts';

/** Rows read per query. */
const BATCH = 1000;

/** Exports a resource as a file; requested at the address of its list. */
export function recordFile(resource: AnyResource): ListSource {
  const columns = resource.columns.filter(({ cell }) => cell);
  return {
    endpoint: {
      ...listRecords,
      path: `/api/records/${resource.name}`,
      who: resource.who,
      scope: resource.scopes,
      list: fieldsOf(resource),
    },
    entity: resource.name,
    hasItems: true,
    needsRecentSignIn: resource.filesNeedRecentSignIn === true,
    columns: columns.map(({ field }) => field),
    title: resource.title,
    heading: (column, language) => columns.find(({ field }) => field === column)!.title(language),
    async open(tx, { db, session, list, language, now, reason }, chosen) {
      const viewer = {
        ...{ db, session, language, now, today: dayOf(now, session.timeZone) },
        ...(reason === undefined ? {} : { reason }),
      };
      await resource.assertMayExport?.(tx, viewer);
      const at = momentWriter(session.timeZone);
      const write: CellWriter = { language, moment: (one) => (one === null ? null : at(new Date(one))) };
      const cells = chosen.map((name) => columns.find(({ field }) => field === name)!.cell!);
      // Throws the same errors as the list.
      await withinRights(tx, resource, viewer, () => readPlaces(tx, resource, viewer, list, 1));
      const listed = { ...resource, read: resource.readForFile ?? resource.read };
      let query = list;
      return {
        async read(inner) {
          const { places, rows } = await withinRights(inner, resource, viewer, async () => {
            const found = await readPlaces(inner, resource, viewer, query, BATCH);
            return { places: found, rows: await readRows(inner, listed, viewer, found, 'export') };
          });
          const last = places.at(-1);
          if (last) query = { ...query, after: last };
          return {
            rows: rows.map((row) => cells.map((cell) => cell(row, write))),
            items: rows,
            isLast: places.length < BATCH,
          };
        },
      };
    },
  };
}
