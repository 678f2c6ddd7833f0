import { defineWidget } from '../../shared/define-widget/define-widget.tsx';
import { DelegationEditor } from './delegation-editor.tsx';

defineWidget('verva-delegation-editor', DelegationEditor, { attributes: { userId: 'string', view: 'string' } });
