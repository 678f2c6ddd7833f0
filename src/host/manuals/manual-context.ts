import { createContext, use } from 'react';
import type { call } from '../../shared/api/index.ts';
import type { ManualSettings, ManualVersion } from '../../shared/contracts/manual-authoring.contract.ts';
import type { Pictures } from './editor/pictures.ts';
import type { manualMessages } from './manual.messages.ts';
import type { ManualStore } from './manual.store.ts';
import type { TextOf } from './text-of.ts';

export type ManualText = TextOf<typeof manualMessages>;

/** The manual that is open, for the parts of its page. */
export interface OpenManual {
  readonly send: typeof call;
  readonly store: ManualStore;
  readonly manual: ManualSettings;
  /** The newest first. */
  readonly versions: readonly ManualVersion[];
  readonly pictures: Pictures;
  /** Of the organisation: those a text can be written in. */
  readonly languages: readonly string[];
  /** Whether the person may change it, or only look. */
  readonly mayWrite: boolean;
  readonly t: ManualText;
}

const Context = createContext<OpenManual | null>(null);
export const ManualProvider = Context.Provider;

export function useManual(): OpenManual {
  const open = use(Context);
  if (!open) throw new Error('No manual is open here.');
  return open;
}
