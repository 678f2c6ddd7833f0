import { useSignals } from '@preact/signals-react/runtime';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { type FormBody, type FormOutcome, type FormRule, textOf } from '../../../shared/forms/index.ts';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { useBuilder } from '../builder-context.ts';
import { labelText } from '../builder-text.ts';
import { nodeLabel } from '../edits/edit.ts';
import { freeName } from '../edits/keys.ts';
import { updateForm } from '../edits/member-edits.ts';
import { placesOf } from '../edits/tree.ts';
import { useFaultText } from '../fault-text.ts';
import { Group } from '../group.tsx';
import { ExpressionControl, SelectControl, SwitchControl, TextControl, TextsControl } from './controls.tsx';
import { addOutcome } from './outcome-edits.ts';
import { Slot } from './slot.tsx';

/** Title, kind, outcomes and rules of the form. */
export function FormSettings(): ReactNode {
  useSignals();
  const { store, t } = useBuilder();
  const body = store.body.value;
  const languageId = store.languageId.value;
  const errors = useFormErrors();
  return (
    <>
      <h2 className="t3">{t('p.form')}</h2>
      <TextsControl
        label={t('p.title')}
        required
        value={body.title}
        languageId={languageId}
        error={errors.get('/title')}
        onChange={(title) => store.apply(updateForm({ title: title ?? {} }), { typing: `title ${languageId}` })}
      />
      <div className="field">
        <span className="label">{t('p.id')}</span>
        <span className="mono">{body.id}</span>
      </div>
      <SelectControl
        label={t('p.kind')}
        value={body.kind ?? 'task'}
        options={(['task', 'record', 'start'] as const).map((value) => ({ value, label: t(`p.kind.${value}`) }))}
        onChange={(kind) => store.apply(updateForm({ kind }))}
      />
      <Outcomes outcomes={body.outcomes ?? []} errors={errors} languageId={languageId} />
      <Rules body={body} errors={errors} languageId={languageId} />
    </>
  );
}

/** Problems of the form itself, by pointer; problems of one language's text are listed at the member. */
function useFormErrors(): ReadonlyMap<string, string> {
  useSignals();
  const { store } = useBuilder();
  const textOfFault = useFaultText();
  const errors = new Map<string, string>();
  for (const problem of store.problemsByNode.value.get('') ?? []) {
    errors.set(
      problem.pointer.replace(/\/(en|et|ru|zh)$/, '').replace(/(\/rules\/\d+\/assert)\/.*/, '$1'),
      textOfFault(problem),
    );
  }
  return errors;
}

interface ListProps {
  readonly errors: ReadonlyMap<string, string>;
  readonly languageId: string;
}

function Outcomes({
  outcomes,
  errors,
  languageId,
}: ListProps & { readonly outcomes: readonly FormOutcome[] }): ReactNode {
  const builder = useBuilder();
  const { store, t } = builder;
  const put = (next: readonly FormOutcome[], typing?: string) =>
    store.apply(updateForm({ outcomes: next }), typing === undefined ? {} : { typing });
  return (
    <fieldset className="fb-group">
      <legend>{t('outcomes')}</legend>
      {outcomes.length === 0 && <p className="s muted">{t('outcomes.none')}</p>}
      {outcomes.map((outcome, index) => {
        const name = textOf(outcome.label, languageId) || outcome.id;
        const at = `/outcomes/${index}`;
        const set = (patch: Partial<FormOutcome>, typing?: string) => {
          const changed = Object.fromEntries(
            Object.entries({ ...outcome, ...patch }).filter(([, value]) => value !== undefined),
          ) as unknown as FormOutcome;
          put(
            outcomes.map((one, other) => (other === index ? changed : one)),
            typing && `${at} ${typing}`,
          );
        };
        const move = (to: number) => {
          const rest = outcomes.filter((_, other) => other !== index);
          put([...rest.slice(0, to), outcome, ...rest.slice(to)]);
        };
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an outcome has no other stable key while its id is edited
          <Group key={index} label={name} className="fb-card">
            <div className="row">
              <span className="strong grow cut">{name}</span>
              <IconButton
                small
                icon={ArrowUp}
                label={`${t('do.up')}: ${name}`}
                blocked={index === 0}
                onClick={() => move(index - 1)}
              />
              <IconButton
                small
                icon={ArrowDown}
                label={`${t('do.down')}: ${name}`}
                blocked={index === outcomes.length - 1}
                onClick={() => move(index + 1)}
              />
              <IconButton
                small
                icon={X}
                label={t('outcome.remove', { name })}
                onClick={() => put(outcomes.filter((_, other) => other !== index))}
              />
            </div>
            <TextsControl
              label={t('p.label')}
              value={outcome.label}
              languageId={languageId}
              error={errors.get(`${at}/label`)}
              onChange={(label) => set({ label: label ?? {} }, `label ${languageId}`)}
            />
            <div className="fb-pair">
              <TextControl
                label={t('p.id')}
                mono
                value={outcome.id}
                error={errors.get(`${at}/id`)}
                onChange={(id) => set({ id }, 'id')}
              />
              <SelectControl
                label={t('outcome.style')}
                value={outcome.style ?? 'neutral'}
                options={(['primary', 'neutral', 'danger'] as const).map((value) => ({
                  value,
                  label: t(`outcome.style.${value}`),
                }))}
                onChange={(style) => set({ style })}
              />
            </div>
            <SelectControl
              label={t('outcome.comment')}
              value={outcome.comment ?? 'none'}
              options={(['none', 'optional', 'required'] as const).map((value) => ({
                value,
                label: t(`outcome.comment.${value}`),
              }))}
              onChange={(comment) => set({ comment })}
            />
            <TextsControl
              label={t('outcome.confirm')}
              value={outcome.confirm}
              languageId={languageId}
              error={errors.get(`${at}/confirm`)}
              onChange={(confirm) =>
                set({ confirm: confirm as NonNullable<FormOutcome['confirm']> }, `confirm ${languageId}`)
              }
            />
            <SwitchControl
              label={t('outcome.validate')}
              checked={outcome.validate !== false}
              onChange={(on) => set({ validate: on })}
            />
            <SwitchControl
              label={t('outcome.byMail')}
              checked={outcome.byMail !== false}
              onChange={(on) => set({ byMail: on })}
            />
          </Group>
        );
      })}
      <Button small icon={Plus} onClick={() => addOutcome(builder)}>
        {t('outcome.add')}
      </Button>
    </fieldset>
  );
}

function Rules({ body, errors, languageId }: ListProps & { readonly body: FormBody }): ReactNode {
  const { store, t } = useBuilder();
  const rules = body.rules ?? [];
  const fields = [...placesOf(body).values()].filter(({ node, parent }) => 'key' in node && parent?.startsWith('#'));
  const put = (next: readonly FormRule[], typing?: string) =>
    store.apply(updateForm({ rules: next }), typing === undefined ? {} : { typing });
  const first = fields[0]?.node;
  return (
    <fieldset className="fb-group">
      <legend>{t('rules')}</legend>
      {rules.length === 0 && <p className="s muted">{t('rules.none')}</p>}
      {rules.map((rule, index) => {
        const at = `/rules/${index}`;
        const set = (patch: Partial<FormRule>, typing?: string) =>
          put(
            rules.map((one, other) => (other === index ? { ...one, ...patch } : one)),
            typing && `${at} ${typing}`,
          );
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rules are identified by their index only
          <Group key={index} label={rule.id} className="fb-card">
            <div className="row">
              <span className="mono grow cut">{rule.id}</span>
              <IconButton
                small
                icon={X}
                label={t('rule.remove', { name: rule.id })}
                onClick={() => put(rules.filter((_, other) => other !== index))}
              />
            </div>
            {'expr' in rule.assert ? (
              <ExpressionControl
                label={t('rule.assert')}
                node={null}
                value={rule.assert.expr}
                error={errors.get(`${at}/assert`)}
                onChange={(expr) => set({ assert: { expr } }, 'assert')}
              />
            ) : (
              <Slot
                label={t('rule.assert')}
                id={null}
                value={rule.assert}
                error={errors.get(`${at}/assert`)}
                onChange={(assert) => set({ assert: assert ?? { expr: 'true' } }, 'assert')}
              />
            )}
            <SelectControl
              label={t('rule.at')}
              value={rule.at}
              error={errors.get(`${at}/at`)}
              options={[
                ...(fields.some(({ node }) => 'key' in node && node.key === rule.at)
                  ? []
                  : [{ value: rule.at, label: rule.at }]),
                ...fields.map(({ node }) => ({
                  value: 'key' in node ? node.key : '',
                  label: labelText(nodeLabel(node), languageId, t),
                })),
              ]}
              onChange={(to) => set({ at: to })}
            />
            <TextsControl
              label={t('rule.message')}
              value={rule.message}
              languageId={languageId}
              error={errors.get(`${at}/message`)}
              onChange={(message) => set({ message: message ?? {} }, `message ${languageId}`)}
            />
          </Group>
        );
      })}
      <Button
        small
        icon={Plus}
        blocked={!first}
        onClick={() =>
          put([
            ...rules,
            {
              id: freeName('rule1', new Set(rules.map(({ id }) => id))),
              assert: { expr: 'true' },
              at: first && 'key' in first ? first.key : '',
              message: { [languageId]: t('rule.new') },
            },
          ])
        }
      >
        {t('rule.add')}
      </Button>
    </fieldset>
  );
}
