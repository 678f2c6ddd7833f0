import { signal } from '@preact/signals-core';
import type { call } from '../../shared/api/index.ts';
import {
  applyConfig,
  type ConfigChange,
  type ConfigPlan,
  type ConfigStep,
  exportConfig,
  getConfigChange,
  getConfigStep,
  listConfigChanges,
  planConfig,
  rollBackConfig,
} from '../../shared/contracts/config.contract.ts';
import { createLoaded } from '../../shared/lists/loaded.ts';
import { type Choices, keyOf } from './choices.rules.ts';

interface Changes {
  readonly changes: readonly ConfigChange[];
}

/** Plans and changes of the configuration; `send` is `call` of shared/api. Operations reject with ApiError. */
export function createConfiguration({ send }: { readonly send: typeof call }) {
  const loaded = createLoaded<Changes>(async (stop) => ({ changes: await send(listConfigChanges, { signal: stop }) }));
  const plan = signal<ConfigPlan | null>(null);

  const show = (found: ConfigPlan): void => {
    plan.value = found;
    void loaded.load();
  };

  return {
    state: loaded.state,
    load: loaded.load,
    stop: loaded.stop,
    /** The plan or change that is open. */
    plan,
    close: (): void => {
      plan.value = null;
    },
    download: (): Promise<Blob> => send(exportConfig, {}),
    async upload(file: Blob, options: { readonly prune: boolean; readonly overwrite: boolean }): Promise<void> {
      // Systems give zip files different types.
      const body = new Blob([file], { type: 'application/zip' });
      show(await send(planConfig, { query: options, body }));
    },
    async open(id: string): Promise<void> {
      plan.value = await send(getConfigChange, { params: { id } });
    },
    async rollBack(id: string): Promise<void> {
      show(await send(rollBackConfig, { params: { id }, body: {} }));
    },
    async apply(id: string, steps: readonly ConfigStep[], choices: Choices): Promise<ConfigPlan> {
      const sent = steps.flatMap(({ kind, key }) => {
        const take = choices.get(keyOf({ kind, key }));
        return take ? [{ kind, key, take }] : [];
      });
      const applied = await send(applyConfig, { params: { id }, body: { choices: sent } });
      show(applied);
      return applied;
    },
    texts: (id: string, { kind, key }: Pick<ConfigStep, 'kind' | 'key'>) =>
      send(getConfigStep, { params: { id }, query: { kind, key } }),
  };
}

export type ConfigurationStore = ReturnType<typeof createConfiguration>;
