import { defineWidget } from '../../shared/define-widget/define-widget.tsx';
import { Profile } from './profile.tsx';

defineWidget('verva-profile', Profile, { attributes: { section: 'string', closable: 'boolean' } });
