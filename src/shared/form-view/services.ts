import type { LanguageId } from '../contracts/constants.ts';
import type { FileService } from './files/file-service.ts';

/** Something that a field can hold by its id: an option, a person, a department, a record. */
export interface Choice {
  readonly id: string;
  readonly text: string;
  /** Tells it from others of the same name: a username, a code. */
  readonly detail?: string;
  /** The address of a person's picture as a UserRef has it; `null` for somebody without one, left out for what is no person. */
  readonly avatar?: string | null;
}

/** What is asked for: things by the beginning of a word, or the names of things that are known by id. */
export interface LookUp {
  readonly q?: string;
  readonly ids?: readonly string[];
  readonly language: LanguageId;
}

/** What the properties of an option must be. */
type OptionFilter = Readonly<Record<string, string>>;

/**
 * Where the choices of a form come from: the server, or a preview's samples. Each gives what it finds, nothing for an id that
 * is not there or not to be seen, and throws when there is no answer.
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

/** What a form on the screen needs of the world around it. */
export interface FormServices {
  /** Adds, shows and saves the files of the form; null where it is only looked at, without a task. */
  readonly files: FileService | null;
  readonly lookUps: LookUps;
}

const nothing = async (): Promise<readonly Choice[]> => [];

/** A form on its own: no files, nothing to choose from outside. */
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
