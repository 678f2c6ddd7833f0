import { computed, signal } from '@preact/signals-core';
import type { ManualAudience, ManualAudienceRule } from '../../../shared/contracts/manual-authoring.contract.ts';
import type { ManualStore } from '../manual.store.ts';

type Rule = ManualAudience['rules'][number];

export type AudienceState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'ready'; readonly rules: readonly Rule[]; readonly people: number };

export type AudienceSaving =
  | { readonly status: 'idle' | 'counting' | 'saving' }
  | { readonly status: 'failed'; readonly error: unknown };

const plain = (rules: readonly Rule[]): ManualAudienceRule[] =>
  rules.map(({ kind, ref, excluded }) => ({ kind, ref, ...(excluded && { excluded }) }));

/** State of a manual's audience. Previews the number of readers before the rules are saved. */
export function createAudience(manual: Pick<ManualStore, 'audience' | 'tryAudience' | 'saveAudience'>) {
  const state = signal<AudienceState>({ status: 'loading' });
  const saving = signal<AudienceSaving>({ status: 'idle' });
  const kept = signal('[]');
  let asking = new AbortController();
  const isChanged = computed(() => {
    const now = state.value;
    return now.status === 'ready' && JSON.stringify(plain(now.rules)) !== kept.value;
  });

  function take({ rules, people }: ManualAudience): void {
    state.value = { status: 'ready', rules, people };
    kept.value = JSON.stringify(plain(rules));
    saving.value = { status: 'idle' };
  }

  async function load(): Promise<void> {
    state.value = { status: 'loading' };
    try {
      take(await manual.audience());
    } catch (error) {
      state.value = { status: 'failed', error };
    }
  }

  async function change(rules: readonly Rule[]): Promise<void> {
    const now = state.peek();
    if (now.status !== 'ready') return;
    asking.abort();
    asking = new AbortController();
    const mine = asking;
    state.value = { ...now, rules };
    saving.value = { status: 'counting' };
    try {
      const tried = await manual.tryAudience(plain(rules), mine.signal);
      if (mine !== asking) return;
      state.value = { status: 'ready', ...tried };
      saving.value = { status: 'idle' };
    } catch (error) {
      if (mine === asking && !mine.signal.aborted) saving.value = { status: 'failed', error };
    }
  }

  const rulesNow = (): readonly Rule[] => {
    const now = state.peek();
    return now.status === 'ready' ? now.rules : [];
  };
  const isSame = (a: Rule, b: Pick<Rule, 'kind' | 'ref'>) => a.kind === b.kind && a.ref === b.ref;

  return {
    state,
    saving,
    isChanged,
    load,
    add: (rule: Pick<Rule, 'kind' | 'ref' | 'name'>) => {
      const rules = rulesNow();
      if (rules.some((one) => isSame(one, rule))) return Promise.resolve();
      return change([...rules, { ...rule, people: 0 }]);
    },
    exclude: (rule: Rule, excluded: boolean) =>
      change(rulesNow().map((one) => (isSame(one, rule) ? { ...one, excluded } : one))),
    remove: (rule: Rule) => change(rulesNow().filter((one) => !isSame(one, rule))),
    async save(): Promise<void> {
      const now = state.peek();
      if (now.status !== 'ready' || !isChanged.peek()) return;
      asking.abort();
      saving.value = { status: 'saving' };
      try {
        take(await manual.saveAudience(plain(now.rules)));
      } catch (error) {
        saving.value = { status: 'failed', error };
      }
    },
    stop: () => asking.abort(),
  };
}
export type AudienceStore = ReturnType<typeof createAudience>;
