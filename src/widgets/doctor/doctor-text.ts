import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { doctorMessages } from './doctor.messages.ts';

export type DoctorKey = typeof doctorMessages extends Messages<infer Key> ? Key : never;
/** Translates the texts of the doctor. */
export type DoctorText = Translate<DoctorKey>;
