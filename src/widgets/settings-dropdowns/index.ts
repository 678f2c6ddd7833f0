import { defineWidget } from '../../shared/define-widget/define-widget.tsx';
import { Dropdowns } from './dropdowns.tsx';

defineWidget('verva-dropdowns', Dropdowns, { attributes: { dropdownId: 'string', query: 'string' } });
