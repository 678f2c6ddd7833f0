import { sql } from 'kysely';
import { Type } from 'typebox';
import { literals } from '../../../../shared/contracts/shapes.contract.ts';
import { AppError } from '../../../platform/errors.ts';
import type { ProcessSettings } from '../../processes/index.ts';
import {
  calledProcesses,
  deployCompiled,
  scopeOf,
  usesOfProcess,
  withdrawProcess,
  writeProcessSettings,
} from '../../processes/index.ts';
import type { JsonObject } from '../canonical.rules.ts';
import { type ConfigKind, type ConfigObject, readObjects } from '../kind.ts';
import { dependentsLast } from '../order.rules.ts';

/** The maximum length of a model, as in deployments. */
const MODEL_MAX = 2_097_152;

/** The active version of each process, with its settings. A suspended process is a matter of the installation. */
export const processes: ConfigKind = {
  id: 'processes',
  tables: ['process', 'process_version'],
  schema: Type.Object(
    {
      key: Type.String({ minLength: 1, maxLength: 200 }),
      bpmn: Type.String({ maxLength: MODEL_MAX }),
      fourEyes: Type.Optional(literals('none', 'requester', 'strict')),
      withdraw: Type.Optional(literals('never', 'beforeFirst', 'always')),
      peopleShown: Type.Optional(literals('person', 'group', 'none')),
      managersSee: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  keyOf: ({ key }) => String(key),
  defaults: { fourEyes: 'requester', withdraw: 'beforeFirst', peopleShown: 'person', managersSee: false },
  textFile: { member: 'bpmn', extension: 'bpmn' },
  read: (tx) =>
    readObjects(
      tx,
      sql<ConfigObject>`SELECT p.key, jsonb_build_object('key', p.key, 'fourEyes', p.four_eyes, 'withdraw', p.withdraw,
          'peopleShown', p.people_shown, 'managersSee', p.managers_see, 'bpmn', v.xml) AS content
        FROM process p JOIN process_version v ON v.process_key = p.key AND v.number = p.active_number`,
    ),
  inOrder: (objects, { compiled }) => {
    const called = (content: JsonObject) => {
      const found = compiled.get(String(content.bpmn));
      return found?.definition ? [found.definition, ...found.others].flatMap(calledProcesses) : [];
    };
    return dependentsLast(objects, ({ content }) => called(content).map(({ process }) => process));
  },
  async write(run, content, key) {
    const { bpmn, key: _, ...settings } = content;
    const xml = String(bpmn);
    await deployCompiled(run.tx, scopeOf(run), xml, run.compiled.get(xml)!, { key, alone: true });
    await writeProcessSettings(run.tx, key, settings as unknown as ProcessSettings);
  },
  async remove({ tx }, key) {
    const usedBy = await usesOfProcess(tx, key);
    if (usedBy.length > 0) throw new AppError('config.in_use', { count: usedBy.length }, { usedBy });
    await withdrawProcess(tx, key);
  },
};
