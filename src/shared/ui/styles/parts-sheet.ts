// Import this file for its side effect where classes of styles/parts.css are used: it adds them before the first paint.
import css from './parts.css?inline';
import { partsSheet } from './sheet.ts';

partsSheet.replaceSync(`@layer components{${css}}`);
