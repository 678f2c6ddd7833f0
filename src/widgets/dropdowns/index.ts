import { defineWidget } from '../../shared/element/index.ts';
import { Dropdowns } from './dropdowns.tsx';

defineWidget('verva-dropdowns', Dropdowns, { attributes: { dropdownId: 'string' } });
