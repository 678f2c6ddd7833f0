import type { call } from '../../shared/api/index.ts';
import { type Form, getForm, listForms } from '../../shared/contracts/forms.contract.ts';
import { listPeopleGroups, type PeopleGroup } from '../../shared/contracts/groups.contract.ts';
import {
  createRegistry,
  deleteRegistry,
  getRegistry,
  type ListedRegistry,
  listRegistries,
  listRegistryUses,
  type RegistryDefinition,
  type RegistrySettings,
  type RegistryUse,
  updateRegistry,
} from '../../shared/contracts/registry-settings.contract.ts';
import type { Texts } from '../../shared/contracts/shapes.contract.ts';
import { columnFields, type DataField, type FormBody } from '../../shared/forms/index.ts';
import { createLoaded } from '../../shared/lists/loaded.ts';

/** Forms that registries can have: published ones for records and starts. The record of a case often has its start form. */
async function formsOf(send: typeof call, signal: AbortSignal): Promise<Form[]> {
  const forms: Form[] = [];
  let after: string | undefined;
  do {
    const query = { limit: 200, ...(after !== undefined && { after }) };
    const page = await send(listForms, { query, signal });
    forms.push(...page.items.filter(({ kind, active, published }) => kind !== 'task' && active && published !== null));
    after = page.next ?? undefined;
  } while (after !== undefined);
  return forms;
}

/** The registries of the organisation; `send` is `call` of shared/api. `create` rejects with ApiError. */
export function createRegistryList({ send }: { readonly send: typeof call }) {
  const list = createLoaded<{ readonly registries: readonly ListedRegistry[]; readonly forms: readonly Form[] }>(
    async (stop) => {
      const [registries, forms] = await Promise.all([send(listRegistries, { signal: stop }), formsOf(send, stop)]);
      return { registries, forms };
    },
  );
  const create = (made: { readonly id: string; readonly title: Texts; readonly formId: string | null }) =>
    send(createRegistry, { body: made });
  return { state: list.state, load: list.load, stop: list.stop, create };
}

export type RegistryListStore = ReturnType<typeof createRegistryList>;

export interface OpenedRegistry {
  readonly registry: RegistrySettings;
  readonly forms: readonly Form[];
  readonly groups: readonly PeopleGroup[];
  readonly uses: readonly RegistryUse[];
  /** Fields of its form that can be columns. */
  readonly fields: readonly DataField[];
}

/** One registry with what its settings refer to. Operations reject with ApiError. */
export function createRegistryEditor({ send, id }: { readonly send: typeof call; readonly id: string }) {
  const params = { id };
  const opened = createLoaded<OpenedRegistry>(async (stop) => {
    const [registry, forms, groups, uses] = await Promise.all([
      send(getRegistry, { params, signal: stop }),
      formsOf(send, stop),
      send(listPeopleGroups, { signal: stop }),
      send(listRegistryUses, { params, signal: stop }),
    ]);
    return { registry, forms, groups, uses, fields: await fieldsOf(forms, registry.formId) };
  });

  /** Returns the fields of a published form that can be columns. */
  async function fieldsOf(forms: readonly Form[], formId: string | null): Promise<DataField[]> {
    const published = forms.find((form) => form.id === formId)?.published;
    if (formId === null || published === null || published === undefined) return [];
    const { body } = await send(getForm, { params: { id: formId }, query: { version: published } });
    return columnFields(body as unknown as FormBody);
  }

  async function save(before: RegistrySettings, changes: RegistryDefinition): Promise<RegistrySettings> {
    const saved = await send(updateRegistry, { params, body: changes, ifMatch: before.version });
    await opened.load();
    return saved;
  }

  return {
    state: opened.state,
    load: opened.load,
    stop: opened.stop,
    fieldsOf,
    save,
    remove: ({ version }: RegistrySettings) => send(deleteRegistry, { params, ifMatch: version }),
  };
}

export type RegistryEditorStore = ReturnType<typeof createRegistryEditor>;
