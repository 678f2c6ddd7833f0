import type { ReactNode } from 'react';
import { Banner } from '../../../shared/ui/banner.tsx';
import type { EditorKey, EditorText } from './editor-text.ts';

interface Props<Field extends string> {
  /** Text keys of the fields' labels. */
  readonly labels: Readonly<Record<Field, EditorKey>>;
  readonly theirs: Readonly<Partial<Record<Field, unknown>>>;
  readonly t: EditorText;
}

/** Names the fields that another user has saved while they were changed here. */
export function TheirChanges<Field extends string>({ labels, theirs, t }: Props<Field>): ReactNode {
  const fields = (Object.keys(theirs) as Field[]).map((field) => t(labels[field]));
  if (fields.length === 0) return null;
  return <Banner tone="amber">{t('theirs', { fields: fields.join(', ') })}</Banner>;
}
