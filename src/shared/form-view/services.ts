import type { LanguageId } from '../contracts/constants.ts';
import type { FileService } from './files/file-service.ts';

/** An object referenced by id: an option, person, department or record. */
export interface Choice {
  readonly id: string;
  readonly text: string;
  /** Distinguishes objects of the same name: a username or a code. */
  readonly detail?: string;
  /** Picture path as in a UserRef; `null` for a person without one, omitted for other objects. */
  readonly avatar?: string | null;
}

/** A request for choices: search by the beginning of a word, or names by id. */
export interface LookUp {
  readonly q?: string;
  readonly ids?: readonly string[];
  readonly language: LanguageId;
}

/** Required values of an option's properties. */
type OptionFilter = Readonly<Record<string, string>>;

/**
 * Source of a form's choices: the server, or a preview's samples. Returns what it finds, nothing for ids that are
 * missing or not accessible, and throws if there is no answer.
 */
export interface LookUps {
  options(
    dropdownId: string,
    asked: LookUp & { readonly filter?: OptionFilter },
    signal: AbortSignal,
  ): Promise<readonly Choice[]>;
  people(asked: LookUp, signal: AbortSignal): Promise<readonly Choice[]>;
  departments(asked: LookUp, signal: AbortSignal): Promise<readonly Choice[]>;
  companies(asked: LookUp, signal: AbortSignal): Promise<readonly Choice[]>;
  dimensionValues(code: string, asked: LookUp, signal: AbortSignal): Promise<readonly Choice[]>;
  records(resource: string, asked: LookUp, signal: AbortSignal): Promise<readonly Choice[]>;
}

/** External services of a form. */
export interface FormServices {
  /** Files of the form; null without a task, when the form is only viewed. */
  readonly files: FileService | null;
  readonly lookUps: LookUps;
}

const nothing = async (): Promise<readonly Choice[]> => [];

/** A form without files and external choices. */
export const NO_SERVICES: FormServices = {
  files: null,
  lookUps: {
    options: nothing,
    people: nothing,
    departments: nothing,
    companies: nothing,
    dimensionValues: nothing,
    records: nothing,
  },
};
