import { createContext, use } from 'react';
import type { call } from '../../shared/api/index.ts';
import type { ManualSettings, ManualVersion } from '../../shared/contracts/manual-authoring.contract.ts';
import type { Pictures } from './editor/pictures.ts';
import type { manualMessages } from './manual.messages.ts';
import type { ManualStore } from './manual.store.ts';
import type { OpenTexts } from './text/texts.ts';
import type { TextOf } from './text-of.ts';

export type ManualText = TextOf<typeof manualMessages>;

/** The open manual, for the parts of its page. */
export interface OpenManual {
  readonly send: typeof call;
  readonly store: ManualStore;
  readonly manual: ManualSettings;
  /** Newest first. */
  readonly versions: readonly ManualVersion[];
  readonly pictures: Pictures;
  readonly openTexts: OpenTexts;
  /** The organisation's languages, in which texts can be written. */
  readonly languages: readonly string[];
  /** Whether the user can edit the manual. */
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
