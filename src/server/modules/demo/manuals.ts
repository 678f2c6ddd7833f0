import { sql } from 'kysely';
import type { AppContext } from '../../platform/context.ts';
import type { CaseRunner } from './cases.ts';
import { type DemoManual, type DemoOrganisation, readManuals, readManualText } from './data.ts';
import type { MadeOrganisation } from './organisation.ts';

/** Writes the demo's manuals, publishes them and lets users read them, through the endpoints and at the times of the story. */
export async function makeManuals(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { slug, timeZone }: DemoOrganisation,
  { tenantId, userIds }: MadeOrganisation,
  runner: CaseRunner,
): Promise<void> {
  const departments = await db.tenantTransaction({ tenantId, userId: null }, (tx) =>
    tx.selectFrom('department').select(['code', 'id']).execute(),
  );
  const demo = readManuals(slug, timeZone, clock(), new Map(departments.map(({ code, id }) => [code, id])));
  if (!demo) return;
  const { author, groups, manuals } = demo;
  const groupIds = new Map<string, string>();
  for (const { key, parent, name } of groups) {
    const parentId = parent ? groupIds.get(parent)! : null;
    const { id = '' } = await runner.ask(author, 'POST', '/api/manuals/groups', { name, parentId });
    groupIds.set(key, id);
  }
  for (const manual of manuals) {
    const [first] = manual.versions;
    runner.setClock(first?.at ?? clock().toISOString());
    const { id = '' } = await runner.ask(author, 'POST', '/api/manuals', {
      code: manual.code,
      groupId: groupIds.get(manual.group)!,
      due: manual.due,
    });
    await runner.ask(author, 'PUT', `/api/manuals/${id}/audience`, { rules: manual.audience });
    for (const [index, version] of manual.versions.entries()) {
      const path = `/api/manuals/${id}/versions/${index + 1}`;
      if (version.at) runner.setClock(version.at);
      if (index > 0) await runner.ask(author, 'POST', `/api/manuals/${id}/versions`);
      for (const [languageId, title] of Object.entries(version.titles)) {
        const html = readManualText(slug, `${manual.code}.${index + 1}.${languageId}`);
        await runner.ask(author, 'PUT', `${path}/texts/${languageId}`, { title, html });
      }
      if (!version.at) continue;
      const { asks = 'full', changeNote = {}, effectiveOn = null } = version;
      await runner.ask(author, 'POST', `${path}/release`, { asks, changeNote, effectiveOn });
      await readAs(id, version);
    }
  }

  async function readAs(manualId: string, { read = [], cancelled = [] }: DemoManual['versions'][number]) {
    for (const { by, at, languageId } of read) {
      runner.setClock(at);
      const reading = `/api/manuals/readings/${await readingOf(manualId, by)}`;
      await runner.ask(by, 'POST', `${reading}/progress`, { scrolled: true, progress: 1, languageId });
      const { sha256 } = await runner.ask(by, 'GET', `/api/manuals/${manualId}/text?language=${languageId}`);
      await runner.ask(by, 'POST', `${reading}/confirmReadManual`, { languageId, sha256 });
    }
    for (const { of, at, reason } of cancelled) {
      runner.setClock(at);
      const reading = `/api/manuals/readings/${await readingOf(manualId, of)}`;
      await runner.ask(author, 'POST', `${reading}/cancelReadManual`, { reason });
    }
  }

  async function readingOf(manualId: string, username: string): Promise<string> {
    const { rows } = await db.tenantTransaction({ tenantId, userId: null }, (tx) =>
      sql<{ id: string }>`SELECT id FROM manual_reading WHERE manual_id = ${manualId}::uuid
        AND user_id = ${userIds.get(username)!}::uuid AND state = 'pending'`.execute(tx),
    );
    if (!rows[0]) throw new Error(`${username} has no assigned reading of ${manualId}.`);
    return rows[0].id;
  }
}
