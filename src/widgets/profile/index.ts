import { defineWidget } from '../../shared/element/index.ts';
import { Profile } from './profile.tsx';

defineWidget('verva-profile', Profile, { attributes: { section: 'string', closable: 'boolean' } });
