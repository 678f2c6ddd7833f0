import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useId } from 'react';
import { languageName } from '../../shared/contracts/language-name.ts';
import { NAME_MAX } from '../../shared/contracts/name.rules.ts';
import { EMAIL_MAX } from '../../shared/contracts/profile.rules.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { ControlBox, Field } from '../../shared/ui/field.tsx';
import { GroupsField, LanguageField, LookUpField, PeopleField, TagsField } from './choice-fields.tsx';
import type { LookUps } from './look-ups.ts';
import type { UserStore } from './user.store.ts';
import { faultText } from './user-faults.ts';
import type { UserField, UserValues } from './user-values.ts';
import type { UsersAccess } from './users-access.ts';
import type { UsersText } from './users-text.ts';

interface Props {
  readonly editor: UserStore;
  readonly access: UsersAccess;
  readonly lookUps: LookUps;
  readonly t: UsersText;
}

/** Label, error, and the value that another administrator saved meanwhile. */
function fieldProps(editor: UserStore, field: UserField, t: UsersText) {
  const label = t(field);
  const theirs = editor.theirs.value[field];
  return {
    label,
    error: faultText(editor.faults.value[field], label, t),
    hint: theirs === undefined ? undefined : t('theirs', { value: shownValue(theirs) || '–' }),
    t,
  };
}

function shownValue(value: UserValues[UserField]): string {
  if (value === null || typeof value === 'string') return value ?? '';
  if ('id' in value) return value.name;
  return value.map((one) => (typeof one === 'string' ? one : one.name)).join(', ');
}

export function UserSections({ editor, access, lookUps, t }: Props): ReactNode {
  useSignals();
  const values = editor.values.value;
  const state = editor.state.value;
  if (!values || state.status !== 'ready') return null;
  const { user } = state;
  const isOfDirectory = user.managedBy !== undefined;
  const isReadOnly = !access.mayEdit;
  /** What a directory keeps. */
  const isLocked = isOfDirectory || isReadOnly;
  /** Also what only the application changes. */
  const isOutside = isLocked || access.leave !== null;
  const props = (field: UserField) => fieldProps(editor, field, t);
  const managers = (field: 'line' | 'functional') =>
    isReadOnly ? (
      <LockedText label={t(field)} value={shownValue(values[field])} />
    ) : (
      <PeopleField
        {...props(field)}
        aside={t('optional')}
        value={values[field]}
        onChange={(people) => editor.type({ [field]: people })}
        exclude={user.key}
        lookUps={lookUps}
      />
    );
  return (
    <>
      {isOfDirectory && <Banner>{t('managedBy.directory')}</Banner>}
      <Section title={t('section.person')}>
        <OwnText editor={editor} field="name" required disabled={isLocked} maxLength={NAME_MAX} t={t} />
        <OwnText
          editor={editor}
          field="email"
          required
          type="email"
          maxLength={EMAIL_MAX}
          disabled={isOutside || editor.isOwn.value}
          hint={
            isOutside
              ? undefined
              : editor.isOwn.value
                ? t('email.own')
                : user.pendingEmail
                  ? t('email.pending', { email: user.pendingEmail })
                  : undefined
          }
          t={t}
        />
        <OwnText
          editor={editor}
          field="phoneNumber"
          type="tel"
          maxLength={40}
          disabled={isOutside}
          hint={isOutside ? undefined : t('phoneNumber.hint')}
          t={t}
        />
        {isReadOnly || access.leave ? (
          <LockedText label={t('languageId')} value={languageName(values.languageId)} />
        ) : (
          <LanguageField
            {...props('languageId')}
            value={values.languageId}
            onChange={(languageId) => editor.type({ languageId })}
          />
        )}
        <OwnText editor={editor} field="jobTitle" maxLength={200} disabled={isOutside} t={t} />
      </Section>
      <Section title={t('section.organisation')}>
        {isOutside ? (
          <LockedText label={t('company')} value={values.company?.name ?? ''} />
        ) : (
          <LookUpField
            {...withoutText(props('company'))}
            aside={t('optional')}
            value={values.company}
            placeholder={t('company.find')}
            find={lookUps.companies}
            onChange={(company) => editor.type({ company })}
          />
        )}
        {isLocked ? (
          <LockedText label={t('department')} value={values.department?.name ?? ''} />
        ) : (
          <LookUpField
            {...withoutText(props('department'))}
            aside={t('optional')}
            value={values.department}
            placeholder={t('department.find')}
            find={lookUps.departments}
            onChange={(department) => editor.type({ department })}
          />
        )}
        {isLocked ? <LockedText label={t('line')} value={shownValue(values.line)} /> : managers('line')}
        {managers('functional')}
      </Section>
      <Section title={t('section.groups')}>
        {isReadOnly ? (
          <>
            <LockedText label={t('groups')} value={shownValue(values.groups)} />
            <LockedText label={t('tags')} value={shownValue(values.tags)} />
          </>
        ) : (
          <>
            <GroupsField
              {...props('groups')}
              hint={props('groups').hint ?? t('groups.hint')}
              value={values.groups}
              onChange={(groups) => editor.type({ groups })}
              keeperOf={(id) => state.keepers.get(id)}
              lookUps={lookUps}
            />
            <TagsField
              {...props('tags')}
              hint={props('tags').hint ?? t('tags.hint')}
              aside={t('optional')}
              value={values.tags}
              onChange={(tags) => editor.type({ tags })}
              lookUps={lookUps}
            />
          </>
        )}
      </Section>
    </>
  );
}

const withoutText = ({ t: _, ...props }: ReturnType<typeof fieldProps>) => props;

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  const id = useId();
  return (
    <section className="section" aria-labelledby={id}>
      <h3 className="t3" id={id}>
        {title}
      </h3>
      <div className="form user-form">{children}</div>
    </section>
  );
}

/** A value that cannot be changed here. */
function LockedText({ label, value }: { readonly label: string; readonly value: string }): ReactNode {
  return (
    <Field label={label} className="c6">
      {(control) => (
        <ControlBox className="disabled">
          <input {...control} type="text" disabled value={value} />
        </ControlBox>
      )}
    </Field>
  );
}

interface OwnTextProps {
  readonly editor: UserStore;
  readonly field: 'name' | 'email' | 'phoneNumber' | 'jobTitle';
  readonly required?: boolean;
  readonly type?: 'email' | 'tel';
  readonly maxLength: number;
  readonly disabled?: boolean;
  readonly hint?: string | undefined;
  readonly t: UsersText;
}

function OwnText({ editor, field, required = false, type, maxLength, disabled, hint, t }: OwnTextProps): ReactNode {
  useSignals();
  const { label, error, hint: theirs } = fieldProps(editor, field, t);
  return (
    <Field
      label={label}
      required={required}
      aside={required ? undefined : t('optional')}
      error={error}
      hint={theirs ?? hint}
      className="c6"
    >
      {(control) => (
        <ControlBox invalid={error !== undefined} className={disabled ? 'disabled' : ''}>
          <input
            {...control}
            {...{ type: type ?? 'text', maxLength, disabled }}
            name={field}
            autoComplete="off"
            value={editor.values.value?.[field] ?? ''}
            onChange={({ target }) => editor.type({ [field]: target.value })}
          />
        </ControlBox>
      )}
    </Field>
  );
}
