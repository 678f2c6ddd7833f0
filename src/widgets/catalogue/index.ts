import { defineWidget } from '../../shared/define-widget/define-widget.tsx';
import { Catalogue } from './catalogue.tsx';

defineWidget('verva-catalogue', Catalogue, {
  attributes: { category: 'string', items: 'string', item: 'string' },
});
