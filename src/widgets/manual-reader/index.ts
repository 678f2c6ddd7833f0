import { defineWidget } from '../../shared/define-widget/define-widget.tsx';
import { ManualReader } from './manual-reader.tsx';

defineWidget('verva-manual-reader', ManualReader, {
  attributes: { manualId: 'string', readingId: 'string', number: 'number', language: 'string', view: 'string' },
});
