import { defineWidget } from '../../shared/element/index.ts';
import { Doctor } from './doctor.tsx';

defineWidget('verva-doctor', Doctor, { attributes: {} });
