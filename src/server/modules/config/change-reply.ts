import type { FastifyRequest } from 'fastify';
import type { ConfigChange, ConfigFault, ConfigPlan, ConfigStep } from '../../../shared/contracts/config.contract.ts';
import type { ErrorCode, ErrorParams } from '../../../shared/contracts/errors.ts';
import { type Texts, textOf } from '../../../shared/forms/index.ts';
import { languageOf, problemTitle } from '../../platform/http/problems.ts';
import { personRef } from '../users/index.ts';
import { canonicalText, type Json } from './canonical.rules.ts';
import type { ChangeHead, ChangeRow, StoredFault, StoredStep } from './changes.store.ts';
import { CONFIG_KINDS } from './kinds/index.ts';
import { differencesOf, isObject } from './merge.rules.ts';
import { type Content, isAbsent } from './plan.rules.ts';

const DIFFERENCES_SHOWN = 20;
const VALUE_SHOWN = 300;

export function toChange({ creator, applier, ...head }: ChangeHead): ConfigChange {
  const { id, state, rollbackOf, createdAt, appliedAt, fileSha256, counts, canRollBack } = head;
  return {
    ...{ id, state, rollbackOf, fileSha256, counts, canRollBack },
    createdAt: createdAt.toISOString(),
    createdBy: creator && personRef(creator),
    appliedAt: appliedAt?.toISOString() ?? null,
    appliedBy: applier && personRef(applier),
  };
}

export function toPlan(row: ChangeRow, request: FastifyRequest): ConfigPlan {
  const language = languageOf(request);
  return {
    ...toChange(row),
    unchanged: row.unchanged,
    steps: row.steps.map((step) => toStep(step, language)),
    faults: row.faults.map((fault) => toFault(fault, request)),
  };
}

function toFault({ kind, key, pointer, code, params, usedBy }: StoredFault, request: FastifyRequest): ConfigFault {
  // Faults of models have a text of their own.
  const title =
    typeof params.detail === 'string' ? params.detail : problemTitle(code as ErrorCode, params as ErrorParams, request);
  return { kind, key, pointer, code, title, ...(usedBy && { usedBy: [...usedBy] }) };
}

function toStep(
  { kind, key, action, current, file, result, conflicts, effects = [] }: StoredStep,
  language: string,
): ConfigStep {
  const after = action === 'keep' || action === 'conflict' ? file : result;
  const both = !isAbsent(current) && !isAbsent(after);
  const found = both ? differencesOf(current!, after!) : [];
  return {
    ...{ kind, key, action, conflicts: [...conflicts], effects: effects.map((one) => ({ ...one })) },
    title: titleOf(after ?? current, language) ?? key,
    changes: found.slice(0, DIFFERENCES_SHOWN).map((one) => ({
      pointer: one.pointer,
      before: shown(one.before),
      after: shown(one.after),
    })),
    more: Math.max(0, found.length - DIFFERENCES_SHOWN),
  };
}

function titleOf(content: Content, language: string): string | undefined {
  if (!content) return undefined;
  const { title, name, defaultText } = { ...(isObject(content.body) ? content.body : {}), ...content } as Record<
    string,
    Json
  >;
  const texts = title ?? name ?? defaultText;
  if (typeof texts === 'string') return texts.slice(0, VALUE_SHOWN);
  return isObject(texts) ? textOf(texts as unknown as Texts, language).slice(0, VALUE_SHOWN) || undefined : undefined;
}

function shown(value: Json | undefined): string | null {
  if (value === undefined) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > VALUE_SHOWN ? `${text.slice(0, VALUE_SHOWN).toWellFormed()}…` : text;
}

/** Returns an object as its files have it, the model of a process after its settings. */
export function textsOf({ kind, current, file, action, result }: StoredStep): {
  before: string | null;
  after: string | null;
} {
  const { textFile } = CONFIG_KINDS.find(({ id }) => id === kind)!;
  const textOfContent = (content: Content) => {
    if (content === null) return null;
    const { [textFile?.member ?? '']: text, ...rest } = content;
    return textFile ? `${canonicalText(rest)}\n${String(text)}` : canonicalText(content);
  };
  return { before: textOfContent(current), after: textOfContent(action === 'merged' ? result : file) };
}
