// Import this file for its effect where classes of styles/parts.css are used: then they are there before the first picture.
import css from '../ui/styles/parts.css?inline';
import { partsSheet } from './sheet.ts';

partsSheet.replaceSync(`@layer components{${css}}`);
