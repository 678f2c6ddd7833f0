import { signal } from '@preact/signals-core';
import { call } from '../../../shared/api/index.ts';
import {
  createFormFragment,
  deleteFormFragment,
  type FormFragment,
  listFormFragments,
} from '../../../shared/contracts/form-fragments.contract.ts';
import { areNodes } from '../edits/clipboard.ts';
import type { AnyNode } from '../edits/tree.ts';

/** A reusable part of a form, stored for the organisation. */
interface Fragment {
  readonly id: string;
  readonly name: string;
  readonly nodes: readonly AnyNode[];
  readonly version: number;
}

/** The organisation's fragments, sorted by name. */
export const fragments = signal<readonly Fragment[]>([]);

export async function loadFragments(): Promise<void> {
  fragments.value = (await call(listFormFragments, {})).flatMap((one) => fragmentOf(one) ?? []);
}

/** Throws ApiError, for example if the name is taken. */
export async function saveFragment(name: string, nodes: readonly AnyNode[]): Promise<void> {
  await call(createFormFragment, { body: { name, nodes: nodes as unknown as FormFragment['nodes'] } });
  await loadFragments();
}

export async function removeFragment({ id, version }: Fragment): Promise<void> {
  await call(deleteFormFragment, { params: { id }, ifMatch: version });
  await loadFragments();
}

function fragmentOf({ nodes, ...rest }: FormFragment): Fragment | null {
  return areNodes(nodes) ? { ...rest, nodes } : null;
}
