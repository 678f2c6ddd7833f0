export { findReferences } from './find-references.ts';
export { assertUsable, usesOfForm } from './form-uses.ts';
export { replaceUses, usesOf } from './uses.ts';
