import { sql } from 'kysely';
import { type ConfigKind, type ConfigObject, readObjects } from '../kind.ts';

/** The active version of each process, with its settings. A suspended process is a matter of the installation. */
export const processes: ConfigKind = {
  id: 'processes',
  tables: ['process', 'process_version'],
  defaults: { fourEyes: 'requester', withdraw: 'beforeFirst', peopleShown: 'person', managersSee: false },
  textFile: { member: 'bpmn', extension: 'bpmn' },
  read: (tx) =>
    readObjects(
      tx,
      sql<ConfigObject>`SELECT p.key, jsonb_build_object('key', p.key, 'fourEyes', p.four_eyes, 'withdraw', p.withdraw,
          'peopleShown', p.people_shown, 'managersSee', p.managers_see, 'bpmn', v.xml) AS content
        FROM process p JOIN process_version v ON v.process_key = p.key AND v.number = p.active_number`,
    ),
};
