import { type ReactNode, useState } from 'react';
import { checkPattern, matchesPattern } from '../../../shared/forms/index.ts';
import { useMessages } from '../../../shared/locale/index.ts';
import { TextControl } from './controls.tsx';
import { sourceMessages } from './source.messages.ts';

/** Tests a pattern with a sample text. `message` is shown to users whose text does not match. */
export function PatternTrial({ pattern, message }: { readonly pattern: string; readonly message: string }): ReactNode {
  const t = useMessages(sourceMessages);
  const [text, setText] = useState('');
  // Errors of the pattern itself are shown at its own field.
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
