import { defineWidget } from '../../shared/element/index.ts';
import { DelegationEditor } from './delegation-editor.tsx';

defineWidget('verva-delegation-editor', DelegationEditor, { attributes: { userId: 'string' } });
