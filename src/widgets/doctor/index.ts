import { defineWidget } from '../../shared/define-widget/define-widget.tsx';
import { Doctor } from './doctor.tsx';

defineWidget('verva-doctor', Doctor, { attributes: {} });
