import { CircleCheck, CircleDashed, Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { passwordParts } from '../contracts/password.rules.ts';
import { useMessages } from '../locale/index.ts';
import { IconButton } from './button.tsx';
import { ControlBox, Field } from './field.tsx';
import { Icon } from './icon.tsx';
import { passwordMessages } from './password-field.messages.ts';

/** The identity service refuses longer input. */
const LENGTH_MAX = 256;

export interface PasswordFieldProps {
  readonly label: string;
  readonly name: string;
  /** For password managers. */
  readonly autoComplete: 'current-password' | 'new-password';
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
  readonly required?: boolean;
  /** As in Field. */
  readonly announces?: boolean;
  /** Id of a description elsewhere. */
  readonly describedBy?: string;
  /** The first field of a dialog, which takes the focus. */
  readonly isFirst?: boolean;
}

/** A password input with a button to show it; warns when Caps Lock is on. */
export function PasswordField({
  label,
  name,
  autoComplete,
  value,
  onChange,
  error,
  required,
  announces,
  describedBy,
  isFirst,
}: PasswordFieldProps): ReactNode {
  const t = useMessages(passwordMessages);
  const [isShown, setShown] = useState(false);
  const [isCapsLock, setCapsLock] = useState(false);
  return (
    <Field
      label={label}
      required={required ?? false}
      error={error}
      announces={announces ?? false}
      hint={isCapsLock ? <span role="status">{t('capsLock')}</span> : undefined}
    >
      {({ 'aria-describedby': note, ...control }) => (
        <ControlBox invalid={error !== undefined}>
          <input
            {...control}
            aria-describedby={[note, describedBy].filter(Boolean).join(' ') || undefined}
            name={name}
            type={isShown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={LENGTH_MAX}
            data-first={isFirst ? '' : undefined}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
          />
          <IconButton
            icon={isShown ? EyeOff : Eye}
            small
            className="peek"
            label={isShown ? t('hide') : t('show')}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          />
        </ControlBox>
      )}
    </Field>
  );
}

interface PasswordRulesProps {
  /** For `describedBy` of the field. */
  readonly id: string;
  readonly password: string;
  readonly min: number;
}

/** Rules that a new password fulfils so far. Nothing turns red: errors are reported on submitting. */
export function PasswordRules({ id, password, min }: PasswordRulesProps): ReactNode {
  const t = useMessages(passwordMessages);
  return (
    <ul className="rules" id={id}>
      {passwordParts(password, min).map(({ part, met }) => (
        <li key={part} className={met ? 'met' : ''}>
          <Icon of={met ? CircleCheck : CircleDashed} size="s" />
          {t(part, { min })}
          <span className="sr">: {met ? t('met') : t('missing')}</span>
        </li>
      ))}
    </ul>
  );
}
