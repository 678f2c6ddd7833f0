import { useMemo } from 'react';
import type { FieldError } from '../../shared/contracts/errors.ts';
import type { DefinitionFault, ExpressionFault } from '../../shared/forms/index.ts';
import { type Messages, type Translate, useMessages } from '../../shared/locale/index.ts';
import { faultMessages } from './fault.messages.ts';
import { editorMessages } from './panels/editor.messages.ts';

type FaultKey = typeof faultMessages extends Messages<infer Key> ? Key : never;

/** Translates a problem of a definition into the language of the page. */
export type FaultText = (problem: Pick<FieldError, 'params' | 'title'>) => string;

export function useFaultText(): FaultText {
  const [t, ofExpression] = [useMessages(faultMessages), useMessages(editorMessages)];
  return useMemo(() => faultText(t, ofExpression), [t, ofExpression]);
}

/** Combines the texts of definition problems and expression problems. */
export function faultText(
  t: Translate<FaultKey>,
  ofExpression: Translate<`fault.${ExpressionFault}` | 'expression.fault'>,
): FaultText {
  return ({ params = {}, title }) => {
    const fault = params.fault as DefinitionFault | undefined;
    if (fault === undefined) return title ?? String(params.detail ?? '');
    if (fault !== 'expression') return t(fault, params);
    const text = ofExpression(`fault.${params.problem as ExpressionFault}`, { ...params, example: '@"2026-11-21"' });
    return ofExpression('expression.fault', { position: params.position, text });
  };
}
