import { type ReactNode, useState } from 'react';
import { checkPattern, matchesPattern, type Texts, textOf } from '../../../shared/forms/index.ts';
import { useMessages } from '../../../shared/locale/index.ts';
import { useBuilder } from '../builder-context.ts';
import { SelectControl, TextControl, TextsControl } from './controls.tsx';
import type { SetPatch, Values } from './set-patch.ts';
import { sourceMessages } from './source.messages.ts';

/** Format and pattern of a text field. */
export function TextRules({
  values,
  errors,
  set,
  languageId,
}: {
  readonly values: Values;
  readonly errors: ReadonlyMap<string, string>;
  readonly set: SetPatch;
  readonly languageId: string;
}): ReactNode {
  const { t } = useBuilder();
  const pattern = typeof values.pattern === 'string' ? values.pattern : '';
  const format = typeof values.format === 'string' ? values.format : 'none';
  return (
    <div className="fb-group">
      <SelectControl
        label={t('p.format')}
        value={format}
        options={['none', 'email', 'phone', 'link'].map((value) => ({
          value,
          label: t(`p.format.${value as 'none'}`),
        }))}
        error={errors.get('format')}
        onChange={(value) => set({ format: value === 'none' ? undefined : value })}
      />
      <TextControl
        label={t('p.pattern')}
        hint={t('p.pattern.hint')}
        mono
        value={pattern}
        error={errors.get('pattern')}
        onChange={(text) => set({ pattern: text || undefined, ...(!text && { patternMessage: undefined }) }, 'pattern')}
      />
      {pattern !== '' && (
        <>
          <PatternTrial pattern={pattern} message={textOf(values.patternMessage as Texts | undefined, languageId)} />
          <TextsControl
            label={t('p.patternMessage')}
            value={values.patternMessage as Texts | undefined}
            languageId={languageId}
            error={errors.get('patternMessage')}
            onChange={(patternMessage) => set({ patternMessage }, `patternMessage ${languageId}`)}
          />
        </>
      )}
    </div>
  );
}

/** Tests a pattern with a sample text. `message` is shown to users whose text does not match. */
function PatternTrial({ pattern, message }: { readonly pattern: string; readonly message: string }): ReactNode {
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
