/** Maximum size of a configuration file. */
export const CONFIG_BYTES_MAX = 16 * 1024 * 1024;
/** Maximum number of files in it. */
export const CONFIG_OBJECTS_MAX = 3000;
/** What a plan does with an object, in the order in which screens count them. */
export const STEP_ACTIONS = ['add', 'change', 'remove', 'merged', 'conflict', 'keep'] as const;

/**
 * What applying a step means for data: running cases and open tasks keep their version, records are indexed again, a draft is
 * replaced, and members lose their group.
 */
export const STEP_EFFECTS = ['cases', 'tasks', 'records', 'draft', 'members'] as const;
export type StepEffect = (typeof STEP_EFFECTS)[number];
