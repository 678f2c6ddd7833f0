import { type ReactNode, useState } from 'react';
import { checkPattern, matchesPattern } from '../../../shared/forms/index.ts';
import { useMessages } from '../../../shared/locale/index.ts';
import { TextControl } from './controls.tsx';
import { sourceMessages } from './source.messages.ts';

/** A text to try a pattern with, that is no fault of the form. `message` is what people read when a text does not fit. */
export function PatternTrial({ pattern, message }: { readonly pattern: string; readonly message: string }): ReactNode {
  const t = useMessages(sourceMessages);
  const [text, setText] = useState('');
  // What is wrong with the pattern itself is said at it.
  if (checkPattern(pattern) !== null) return null;
  const fits = text === '' || matchesPattern(pattern, text);
  return (
    <>
      <TextControl label={t('pattern.try')} mono value={text} onChange={setText} />
      <p className={`xs ${fits ? 'muted' : 'fb-misfit'}`} role="status">
        {text !== '' && t(fits ? 'pattern.fits' : 'pattern.fails', { text })}{' '}
        {!fits && message !== '' && t('pattern.message', { message })}
      </p>
    </>
  );
}
