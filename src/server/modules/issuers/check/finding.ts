import type { LanguageId } from '../../../../shared/contracts/constants.ts';
import type { IssuerCheck, IssuerFinding } from '../../../../shared/contracts/issuers.contract.ts';
import { checkMessages } from './check.messages.ts';

type MessageKey = Parameters<typeof checkMessages.text>[1];
type FaultCode = Exclude<MessageKey, `check.${string}` | 'ok'>;

/** The result of one check, before it is put into words. */
export interface Finding {
  readonly check: IssuerCheck;
  readonly level: IssuerFinding['level'];
  readonly code: FaultCode | 'ok';
  readonly params?: Readonly<Record<string, string | number>>;
}

/** What a check has found: nothing means that all is in order. */
export type Fault = Pick<Finding, 'code' | 'params'> & { readonly level?: 'warning' };

export const findingOf = (check: IssuerCheck, fault: Fault | undefined): Finding =>
  fault
    ? { check, level: fault.level ?? 'error', code: fault.code, ...(fault.params && { params: fault.params }) }
    : { check, level: 'ok', code: 'ok' };

/** A finding in the words of a language. */
export function inWords({ check, level, code, params = {} }: Finding, language: LanguageId): IssuerFinding {
  const title = checkMessages.text(language, `check.${check}`);
  return { check, level, code, title, text: checkMessages.text(language, code, params) };
}
