import { Plus, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { CaseChoices } from '../../shared/contracts/case-types.contract.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import type { CaseTypeFields } from './case-types.store.ts';
import type { CaseTypesText } from './case-types-text.ts';
import { SelectField } from './select-field.tsx';

type Rule = CaseTypeFields['statusMap'][number];

interface Props {
  readonly rules: readonly Rule[];
  readonly process: CaseChoices['processes'][number] | undefined;
  readonly statuses: CaseChoices['registries'][number]['statuses'];
  /** The fault of a field, by its pointer. */
  readonly faultAt: (pointer: string) => string | undefined;
  readonly onChange: (rules: Rule[]) => void;
  readonly t: CaseTypesText;
}

/** When the record of a case gets which status. */
export function StatusRules({ rules, process, statuses, faultAt, onChange, t }: Props): ReactNode {
  const id = useId();
  const moments = [
    { id: 'started', name: t('on.started') },
    ...(process?.tasks ?? []).map((task) => ({ id: `task:${task.id}`, name: t('on.task', { task: task.name }) })),
    ...(process?.ends ?? []).map((end) => ({ id: `ended:${end.id}`, name: t('on.ended', { end: end.name }) })),
    { id: 'withdrawn', name: t('on.withdrawn') },
  ];
  const put = (at: number, change: Partial<Rule>) =>
    onChange(rules.map((rule, index) => (index === at ? { ...rule, ...change } : rule)));
  return (
    <fieldset className="stack case-rules" aria-describedby={id}>
      <legend className="label">{t('statusMap')}</legend>
      <p className="xs muted" id={id}>
        {t('statusMap.hint')}
      </p>
      {rules.map(({ on, status }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two rules can be equal while they are typed
        <div className="row case-rule" key={index}>
          <SelectField
            label={t('on')}
            required
            none={t('choose')}
            options={moments}
            value={on}
            error={faultAt(`/statusMap/${index}/on`)}
            onChange={(next) => put(index, { on: next ?? '' })}
          />
          <SelectField
            label={t('status')}
            required
            none={t('choose')}
            options={statuses}
            value={status}
            error={faultAt(`/statusMap/${index}/status`)}
            onChange={(next) => put(index, { status: next ?? '' })}
          />
          <IconButton
            icon={X}
            label={t('statusMap.remove', { number: index + 1 })}
            onClick={() => onChange(rules.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <div>
        <Button small icon={Plus} onClick={() => onChange([...rules, { on: '', status: '' }])}>
          {t('statusMap.add')}
        </Button>
      </div>
    </fieldset>
  );
}
