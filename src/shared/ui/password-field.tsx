import { CircleCheck, CircleDashed, Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { passwordParts } from '../contracts/password.rules.ts';
import { useMessages } from '../locale/index.ts';
import { IconButton } from './button.tsx';
import { ControlBox, Field } from './field.tsx';
import { Icon } from './icon.tsx';
import { passwordMessages } from './password-field.messages.ts';

/** Longer input is refused by the identity service. */
const LENGTH_MAX = 256;

export interface PasswordFieldProps {
  readonly label: string;
  readonly name: string;
  /** What password managers fill in, or keep. */
  readonly autoComplete: 'current-password' | 'new-password';
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
  readonly required?: boolean;
  /** As of Field. */
  readonly announces?: boolean;
  /** The id of a description that stands elsewhere. */
  readonly describedBy?: string;
  /** The first field of a dialog, which gets the next keystroke. */
  readonly isFirst?: boolean;
}

/** A password that can be shown while it is typed; says when Caps Lock is on. */
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

/** How far a new password has come. Nothing here turns red: what is wrong is said when it is sent. */
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
