import { batch, signal } from '@preact/signals-core';
import { ApiError, type call } from '../../shared/api/index.ts';
import { postEmailChange } from '../../shared/contracts/email-change.contract.ts';
import {
  cleanProfile,
  type ProfileFault,
  type ProfileField,
  type ProfileValues,
  profileFaults,
} from '../../shared/contracts/profile.rules.ts';
import { deleteAvatar, putAvatar, putUser, type User } from '../../shared/contracts/session.contract.ts';

export type SaveState =
  | { readonly status: 'idle' }
  | { readonly status: 'saving' }
  | { readonly status: 'failed'; readonly error: unknown }
  /** Another user saved first; `theirs` are their values of fields that this user changed differently. */
  | { readonly status: 'conflict'; readonly error: ApiError; readonly theirs: Partial<ProfileValues> };

/** Picture change to apply when the profile is saved. */
export type PictureChange =
  | { readonly kind: 'same' }
  | { readonly kind: 'new'; readonly make: () => Promise<Blob> }
  | { readonly kind: 'none' };

/** `currentPassword` is required when the address changes. */
export type ProfileFaults = Partial<Record<ProfileField | 'currentPassword', ProfileFault>>;

const FIELDS = ['name', 'email', 'phoneNumber', 'languageId'] as const;

/** The user's own profile being edited. `send` is `call` of shared/api. */
export function createProfileStore(send: typeof call, start: User) {
  const base = signal(start);
  const values = signal(valuesOf(start));
  const faults = signal<ProfileFaults>({});
  const save = signal<SaveState>({ status: 'idle' });
  const picture = signal<PictureChange>({ kind: 'same' });
  const currentPassword = signal('');

  const isTyped = () => {
    const before = valuesOf(base.peek());
    return FIELDS.some((field) => values.value[field] !== before[field]);
  };
  /** Whether the address changed by more than upper and lower case. */
  const hasNewEmail = () => values.value.email.trim().toLowerCase() !== (base.value.email ?? '').toLowerCase();
  const isChanged = () => isTyped() || picture.value.kind !== 'same';

  function begin(user: User): void {
    batch(() => {
      base.value = user;
      values.value = valuesOf(user);
      faults.value = {};
      save.value = { status: 'idle' };
      picture.value = { kind: 'same' };
      currentPassword.value = '';
    });
  }

  /** Merges the saved values, keeping the user's own changes. */
  function mergeCurrent(current: User, error: ApiError): void {
    const before = valuesOf(base.peek());
    const now = valuesOf(current);
    const typed = values.peek();
    const theirs: Partial<Record<keyof ProfileValues, string>> = {};
    const merged = { ...typed };
    for (const field of FIELDS) {
      if (typed[field] === before[field]) merged[field] = now[field];
      else if (now[field] !== before[field] && now[field] !== typed[field]) theirs[field] = now[field];
    }
    batch(() => {
      base.value = current;
      values.value = merged;
      save.value = { status: 'conflict', error, theirs };
    });
  }

  /** The current address stays in use until the new one is confirmed. */
  async function requestEmail(email: string): Promise<void> {
    const body = { email, currentPassword: currentPassword.peek() };
    const { pendingEmail, version } = await send(postEmailChange, { body });
    batch(() => {
      base.value = { ...base.peek(), pendingEmail, version };
      values.value = { ...values.peek(), email: base.peek().email ?? '' };
      currentPassword.value = '';
    });
  }

  return {
    base,
    values,
    faults,
    save,
    picture,
    currentPassword,
    hasNewEmail,
    isChanged,
    begin,
    /** Applies a reloaded session to unchanged fields. */
    follow(user: User): void {
      if (user.version > base.peek().version && !isChanged()) begin(user);
    },
    typePassword(typed: string): void {
      const { currentPassword: _, ...rest } = faults.peek();
      batch(() => {
        currentPassword.value = typed;
        faults.value = rest;
      });
    },
    type(change: Partial<ProfileValues>): void {
      const rest = { ...faults.peek() };
      for (const field of Object.keys(change)) delete rest[field as ProfileField];
      batch(() => {
        values.value = { ...values.peek(), ...change };
        faults.value = rest;
      });
    },
    /** Sends the changes; returns the saved user, or null if a rule or the server refused them. The input stays. */
    async submit(): Promise<User | null> {
      if (save.peek().status === 'saving') return null;
      const clean = cleanProfile(values.peek());
      const found: ProfileFaults = profileFaults(clean);
      const newEmail = hasNewEmail() ? clean.email : undefined;
      // If another service manages the addresses, a missing one does not prevent saving the rest.
      if (newEmail === undefined) delete found.email;
      else if (!found.email && currentPassword.peek() === '') found.currentPassword = { code: 'field.required' };
      faults.value = found;
      if (Object.keys(found).length > 0) return null;
      save.value = { status: 'saving' };
      try {
        if (newEmail !== undefined) await requestEmail(newEmail);
        if (isTyped()) {
          const { name, phoneNumber, languageId } = clean;
          const email = newEmail === undefined ? clean.email : base.peek().email;
          const body = { name, email, phoneNumber: phoneNumber || null, languageId };
          const options = { params: { userId: 'me' }, body, ifMatch: base.peek().version };
          base.value = await send(putUser, options);
          values.value = valuesOf(base.peek());
        }
        const change = picture.peek();
        if (change.kind === 'new') await send(putAvatar, { params: { userId: 'me' }, body: await change.make() });
        if (change.kind === 'none') await send(deleteAvatar, { params: { userId: 'me' } });
        batch(() => {
          picture.value = { kind: 'same' };
          save.value = { status: 'idle' };
        });
        return base.peek();
      } catch (error) {
        const current = error instanceof ApiError ? (error.problem?.current as User | undefined) : undefined;
        if (error instanceof ApiError && error.code === 'edit.conflict' && current) mergeCurrent(current, error);
        else {
          faults.value = faultsOf(error);
          save.value = { status: 'failed', error };
        }
        return null;
      }
    },
  };
}

export type ProfileStore = ReturnType<typeof createProfileStore>;

function valuesOf({ name, email, phoneNumber, languageId }: User): ProfileValues {
  return { name, email: email ?? '', phoneNumber: phoneNumber ?? '', languageId };
}

/** The server's errors, by field. */
function faultsOf(error: unknown): ProfileFaults {
  if (!(error instanceof ApiError)) return {};
  const faults: ProfileFaults = {};
  for (const { pointer, code, params } of error.errors) {
    const field = ([...FIELDS, 'currentPassword'] as const).find((one) => pointer === `/${one}`);
    if (field) faults[field] ??= { code, ...(params ? { params } : {}) };
  }
  return faults;
}
