import { defineWidget } from '../../shared/element/index.ts';
import { ManualReader } from './manual-reader.tsx';

defineWidget('verva-manual-reader', ManualReader, {
  attributes: { manualId: 'string', readingId: 'string', number: 'number', language: 'string', view: 'string' },
});
