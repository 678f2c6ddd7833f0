import { type ReactNode, useEffect, useState } from 'react';
import { hasScope, isElementToken } from '../../shared/administration/token-scopes.ts';
import type { PeopleGroup } from '../../shared/contracts/groups.contract.ts';
import type { UserRef } from '../../shared/contracts/shapes.contract.ts';
import { hasRole, shownSession } from '../../shared/session/index.ts';
import { ChipsField } from '../../shared/ui/chips-field.tsx';
import { ComboBox, type ComboBoxProps } from '../../shared/ui/combo-box.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { useLanguages } from '../../shared/ui/use-languages.ts';
import type { LookUps, NamedRef, PersonItem } from './look-ups.ts';
import type { UsersText } from './users-text.ts';

interface FieldProps {
  readonly label: string;
  readonly aside?: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly t: UsersText;
}

interface LookUpFieldProps extends Omit<FieldProps, 't'> {
  readonly value: NamedRef | null;
  readonly placeholder: string;
  readonly find: ComboBoxProps['find'];
  readonly onChange: (value: NamedRef | null) => void;
}

/** A company or department, or none. */
export function LookUpField({ value, placeholder, find, onChange, ...field }: LookUpFieldProps): ReactNode {
  return (
    <Field {...field} className="c6">
      {(control) => (
        <ComboBox
          control={control}
          invalid={field.error !== undefined}
          label={field.label}
          text={value?.name ?? ''}
          placeholder={placeholder}
          find={find}
          isChosen={(id) => id === value?.id}
          onPick={({ id, text }) => onChange({ id, name: text })}
          onClear={() => onChange(null)}
        />
      )}
    </Field>
  );
}

interface GroupsFieldProps extends FieldProps {
  readonly value: readonly string[];
  readonly onChange: (groups: readonly string[]) => void;
  readonly lookUps: LookUps;
  /** Who keeps a membership, which is locked then; undefined: administrators. */
  readonly keeperOf?: (id: string) => Keeper | undefined;
}

/** An identity provider or a directory. */
export type Keeper = 'idp' | 'scim';

/** The provider's own right: given by the provider's administrators only. */
const PROVIDER = 'verva.admin';

/** Groups of a user, by name. */
export function GroupsField({
  value,
  onChange,
  lookUps,
  keeperOf = () => undefined,
  t,
  ...field
}: GroupsFieldProps): ReactNode {
  const mayGrant = hasRole(shownSession.peek()?.user, PROVIDER);
  const isElement = isElementToken();
  const [groups, setGroups] = useState<readonly PeopleGroup[]>([]);
  useEffect(() => {
    let isOver = false;
    lookUps.allGroups().then(
      (all) => !isOver && setGroups(all),
      () => {
        // The ids are shown; the search reports the failure.
      },
    );
    return () => {
      isOver = true;
    };
  }, [lookUps]);
  // An element changes the organisation's own groups only.
  const isOutside = (id: string) => isElement && groups.find((group) => group.id === id)?.kind !== 'custom';
  const nameOf = (id: string) => {
    const name = groups.find((group) => group.id === id)?.name ?? id;
    const isShared = groups.filter((group) => group.name === name).length > 1;
    return isShared ? t('groups.same', { name, id }) : name;
  };
  return (
    <ChipsField
      {...field}
      className="c12"
      chosen={value.map((id) => ({ id, text: nameOf(id) }))}
      placeholder={t('groups.add')}
      find={async (q) => (await lookUps.groups(q)).filter(({ id }) => (mayGrant || id !== PROVIDER) && !isOutside(id))}
      isFixed={(id) => isOutside(id) || keeperOf(id) !== undefined}
      reasonOf={(id) => {
        const keeper = keeperOf(id);
        return keeper && t(`groups.${keeper}`);
      }}
      onAdd={({ id }) => onChange([...value, id])}
      onRemove={(id) => onChange(value.filter((one) => one !== id))}
      removeLabel={(name) => t('removeOne', { name })}
    />
  );
}

interface TagsFieldProps extends FieldProps {
  readonly value: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
  readonly lookUps: LookUps;
}

/** Longer names are refused. */
const TAG_MAX = 60;

/** Tags of a user, by name. A new name becomes a tag. */
export function TagsField({ value, onChange, lookUps, t, ...field }: TagsFieldProps): ReactNode {
  const mayCreate = hasScope('reference');
  return (
    <ChipsField
      {...field}
      className="c12"
      chosen={value.map((name) => ({ id: name, text: name }))}
      placeholder={t('tags.add')}
      find={async (q) =>
        (await lookUps.tags(q.slice(0, TAG_MAX)))
          .filter(({ isNew }) => !isNew || mayCreate)
          .map((item) => (item.isNew ? { ...item, detail: t('tags.new') } : item))
      }
      onAdd={({ id }) => onChange([...value, id])}
      onRemove={(name) => onChange(value.filter((one) => one !== name))}
      removeLabel={(name) => t('removeOne', { name })}
    />
  );
}

interface PeopleFieldProps extends FieldProps {
  readonly value: readonly UserRef[];
  readonly onChange: (people: readonly UserRef[]) => void;
  /** Key of a person to exclude from the results. */
  readonly exclude: string;
  readonly lookUps: LookUps;
}

/** Managers of a user. */
export function PeopleField({ value, onChange, exclude, lookUps, t, ...field }: PeopleFieldProps): ReactNode {
  return (
    <ChipsField
      {...field}
      className="c12"
      chosen={value.map(({ key, name, avatar }) => ({ id: key, text: name, avatar: avatar ?? null }))}
      placeholder={t('people.add')}
      find={async (q, signal) => (await lookUps.people(q, signal)).filter(({ id }) => id !== exclude)}
      onAdd={(item) => onChange([...value, (item as PersonItem).person])}
      onRemove={(key) => onChange(value.filter((one) => one.key !== key))}
      removeLabel={(name) => t('removeOne', { name })}
    />
  );
}

interface LanguageFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (languageId: string) => void;
}

/** One of the organisation's languages. */
export function LanguageField({ value, onChange, t: _, ...field }: LanguageFieldProps): ReactNode {
  const offered = useLanguages();
  const options = offered.some(([id]) => id === value) || !value ? offered : [...offered, [value, value] as const];
  return (
    <Field {...field} required className="c6">
      {(control) => (
        <select
          {...control}
          className={field.error ? 'control invalid' : 'control'}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          {options.map(([id, name]) => (
            <option key={id} value={id} lang={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
