import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import type { CallerSession } from '../../platform/session.ts';

/** The part of a call that asks for an owner. */
export interface OwnerCall {
  readonly tx: Tx;
  readonly session: CallerSession;
  readonly context: AppContext;
  readonly now: Date;
}

/** A thing that has attachments, as the caller sees it. */
export interface OwnedThing {
  readonly kind: OwnerKind;
  readonly id: string;
  readonly confidential: 'health' | 'pay' | null;
  readonly isOpen: boolean;
  /** Throws why the caller may not add a file to it now. */
  assertMayAdd(): void;
  /** Throws why nothing of it may be changed any more, by whomever. */
  assertOpen(): void;
  /** What a field of its form says of files; undefined when it has no such field. */
  fieldOf(
    arrayName: string,
    fieldName: string,
  ): { readonly accept?: readonly string[]; readonly maxSize?: number } | undefined;
  /** Whether a file that was added to another thing of this kind is shown in it. */
  shows(attachmentId: string, ownerId: string): Promise<boolean>;
  /** Writes into its history that a file came or went. */
  note(what: 'attached' | 'detached', fileName: string): Promise<void>;
}

/** Finds a thing by its id; undefined: there is none that the caller may see. */
export type FindOwner = (call: OwnerCall, id: string) => Promise<OwnedThing | undefined>;

/** What can have attachments today, by the kind under which they are kept. */
export type OwnerKind = 'task' | 'record';
export type Owners = Readonly<Record<OwnerKind, FindOwner>>;

/** The thing of an id, whatever it is; undefined: there is none that the caller may see. */
export async function findOwner(owners: Owners, call: OwnerCall, id: string): Promise<OwnedThing | undefined> {
  for (const find of Object.values(owners)) {
    const owner = await find(call, id);
    if (owner) return owner;
  }
  return undefined;
}
