/** Saved views of a list: chips that show them, and a button that saves what the list shows (BEY-19). */
export { SavedViewChips } from './saved-view-chips.tsx';
export { createSavedViews } from './saved-views.store.ts';
