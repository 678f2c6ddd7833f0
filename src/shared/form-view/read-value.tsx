import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import { type DataField, type FieldState, type FieldValue, isTexts } from '../forms/index.ts';
import { Avatar } from '../ui/avatar.tsx';
import type { Name } from './choice-sources.ts';
import { LazySignaturePicture } from './files/lazy-files.tsx';
import { useForm } from './form-context.ts';
import { shownName, shownText } from './shown-text.ts';
import { nameIn } from './use-choices.ts';
import { fullText, valueText } from './value-text.ts';

/** The read-only value of a field: links, people with pictures, a dash for empty. */
export function ReadValue({
  state,
  isCell = false,
}: {
  readonly state: FieldState;
  readonly isCell?: boolean;
}): ReactNode {
  useSignals();
  const setting = useForm();
  const { t, services } = setting;
  const field = state.definition.node;
  const value = state.value.value;
  if (isNothing(field, value)) return <span className="muted">{t('nothing')}</span>;
  if (field.type === 'signature' && services.files) {
    return <LazySignaturePicture service={services.files} value={value} />;
  }
  if (field.type === 'user' || field.type === 'users') {
    const ids = typeof value === 'string' ? [value] : isTexts(value) ? value : [];
    const nameOf = nameIn(setting, field);
    return (
      <span className="people-read">
        {ids.map((id) => (
          <Person key={id} name={nameOf(id)} />
        ))}
      </span>
    );
  }
  const text = shownText(field, value, setting, isCell ? valueText : fullText);
  const address = typeof value === 'string' ? addressOf(field, value) : null;
  return address === null ? (
    text
  ) : (
    <a href={address} {...(address.startsWith('http') ? { target: '_blank', rel: 'noreferrer' } : {})}>
      {text}
    </a>
  );
}

function Person({ name }: { readonly name: Name }): ReactNode {
  const { t } = useForm();
  return (
    <span className="person-read">
      {name && <Avatar name={name.text} picture={name.avatar} size={20} />}
      <span className={name === null ? 'muted' : ''}>{shownName(name, t)}</span>
    </span>
  );
}

function isNothing(field: DataField, value: FieldValue): boolean {
  if (field.type === 'checkbox') return false;
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Link for an address: only web, e-mail or phone, never an executable scheme. */
function addressOf(field: DataField, value: string): string | null {
  if (!('format' in field)) return null;
  if (field.format === 'email') return /^[^\s@:?&]+@[^\s@:?&]+$/.test(value) ? `mailto:${value}` : null;
  if (field.format === 'phone') return /^\+?\d+$/.test(value) ? `tel:${value}` : null;
  return field.format === 'link' && /^https?:\/\//i.test(value) && URL.canParse(value) ? value : null;
}
