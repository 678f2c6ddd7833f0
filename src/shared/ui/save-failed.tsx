import type { ReactNode } from 'react';
import { codeOf } from '../api/api-error.ts';
import { problemText } from '../api/problem-text.ts';
import { useMessages } from '../locale/use-messages.ts';
import { Banner } from './banner.tsx';
import { saveFailedMessages } from './save-failed.messages.ts';

/** Why a save failed; after a conflict also how to keep the input. Nothing without an error. */
export function SaveFailed({ error }: { readonly error: unknown }): ReactNode {
  const t = useMessages(saveFailedMessages);
  if (error === undefined || error === null) return null;
  const problem = problemText(error);
  return <Banner tone="red">{codeOf(error) === 'edit.conflict' ? t('keep', { problem }) : problem}</Banner>;
}
