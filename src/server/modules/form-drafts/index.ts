export { carriedOver } from './carried-over.ts';
export { readDraft, removeDraft, writeDraft } from './drafts.store.ts';
export { discardDraft, saveDraft } from './save-draft.ts';
