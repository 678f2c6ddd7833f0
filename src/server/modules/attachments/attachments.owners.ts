import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import type { CallerSession } from '../../platform/session.ts';

/** The parts of a call needed to find an owner. */
export interface OwnerCall {
  readonly tx: Tx;
  readonly session: CallerSession;
  readonly context: AppContext;
  readonly now: Date;
}

/** An owner of attachments, as the caller sees it. */
export interface AttachmentOwner {
  readonly kind: OwnerKind;
  readonly id: string;
  readonly confidential: 'health' | 'pay' | null;
  readonly isOpen: boolean;
  /** Throws the reason if the caller may not add a file now. */
  assertMayAdd(): void;
  /** Throws the reason if the owner can no longer be changed by anyone. */
  assertOpen(): void;
  /** File rules of a form field; undefined if the form has no such field. */
  fieldOf(
    arrayName: string,
    fieldName: string,
  ): { readonly accept?: readonly string[]; readonly maxSize?: number } | undefined;
  /** Files in fields are part of the owner at once, and not only when its form is submitted. */
  readonly tiesUploads?: true;
  /** Whether this owner shows a file that was added to another owner. */
  shows(attachmentId: string, ownerId: string): Promise<boolean>;
  /** Records in the owner's history that a file was added or removed. */
  note(what: 'attached' | 'detached', fileName: string): Promise<void>;
}

/** Finds an owner by its id; undefined if there is none that the caller may see. */
export type FindOwner = (call: OwnerCall, id: string) => Promise<AttachmentOwner | undefined>;

/** Kinds of owner, as stored with the attachment. */
export type OwnerKind = 'task' | 'record' | 'draft' | 'instance';
export type Owners = Readonly<Record<OwnerKind, FindOwner>>;

/** Finds the owner with an id, of any kind; undefined if there is none that the caller may see. */
export async function findOwner(owners: Owners, call: OwnerCall, id: string): Promise<AttachmentOwner | undefined> {
  for (const find of Object.values(owners)) {
    const owner = await find(call, id);
    if (owner) return owner;
  }
  return undefined;
}
