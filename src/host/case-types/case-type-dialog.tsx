import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../shared/api/api-error.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import type { CaseType } from '../../shared/contracts/case-types.contract.ts';
import { textOf } from '../../shared/forms/definition.ts';
import { useLanguage, useMessages } from '../../shared/locale/index.ts';
import { ChoiceControl } from '../../shared/ui/choice-control.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { idForName } from '../../shared/ui/id-for-name.ts';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { TextField } from '../../shared/ui/text-field.tsx';
import { useSaving } from '../../shared/ui/use-saving.ts';
import { GroupsField } from '../fields/groups-field.tsx';
import { filledTexts, TextLanguages } from '../fields/text-languages.tsx';
import { caseTypesMessages } from './case-types.messages.ts';
import type { CaseTypeFields, CaseTypesData, CaseTypesStore } from './case-types.store.ts';
import { defaultsOf, isVariable, rowsOf } from './default-values.rules.ts';
import { DefaultValues } from './default-values.tsx';
import { MassActionField } from './mass-action-field.tsx';
import { SelectField } from './select-field.tsx';
import { StatusRules } from './status-rules.tsx';
import { WhatHappens } from './what-happens.tsx';

export interface CaseTypeDialogProps {
  readonly store: CaseTypesStore;
  readonly data: CaseTypesData;
  /** Null: a new kind. */
  readonly kind: CaseType | null;
  readonly onClose: () => void;
}

const isCaseId = (id: string): boolean => /^[a-z][a-z0-9_-]{0,63}$/.test(id);

/** Everything about a kind of case, with what happens at a start in words. */
export function CaseTypeDialog({ store, data, kind, onClose }: CaseTypeDialogProps): ReactNode {
  const t = useMessages(caseTypesMessages);
  const language = useLanguage();
  const [before] = useState(() => fieldsOf(kind));
  const [fields, setFields] = useState(before);
  const [firstRows] = useState(() => rowsOf(before.defaults));
  const [rows, setRows] = useState(firstRows);
  const [typedId, setTypedId] = useState<string | null>(null);
  const saving = useSaving();
  const { choices, groups } = data;
  const process = choices.processes.find(({ id: key }) => key === fields.process);
  const registry = choices.registries.find(({ id: key }) => key === fields.registry);
  const title = filledTexts(fields.title);
  const name = textOf(title, language);
  const id = kind?.id ?? typedId ?? idForName(title.en ?? name);
  const change = (changes: Partial<CaseTypeFields>) => {
    setFields((now) => ({ ...now, ...changes }));
    saving.clear();
  };

  const required = (attribute: string) => t('fault.required', { attribute });
  const faults = {
    title: name === '' ? required(t('title')) : undefined,
    process: fields.process === '' ? required(t('process')) : undefined,
    id: id === '' ? required(t('id')) : isCaseId(id) ? undefined : t('fault.id'),
    rules: fields.statusMap.some(({ on, status }) => on === '' || status === '') ? required(t('statusMap')) : undefined,
    rows: rows.some((row) => !isVariable(row.name)) ? t('fault.variable') : undefined,
  };
  const isWhole = Object.values(faults).every((fault) => fault === undefined);
  const shown = (fault: string | undefined) => (saving.isTried ? fault : undefined);
  const isTaken = saving.code === 'case_type.id_taken';
  const refused = saving.error instanceof ApiError ? saving.error.errors : [];
  const faultAt = (pointer: string): string | undefined => {
    const [, field = '', index = '', part = ''] = pointer.split('/');
    const rule = field === 'statusMap' ? fields.statusMap[Number(index)] : undefined;
    if (saving.isTried && rule && rule[part as 'on' | 'status'] === '') return required(t(part as 'on' | 'status'));
    return refused.some((one) => one.pointer === pointer) ? t('fault.refused') : undefined;
  };

  async function save(): Promise<void> {
    await store.save(kind, id, { ...fields, title, defaults: defaultsOf(rows) });
    showSnack({ text: t(kind ? 'changed' : 'added', { name }), icon: Check });
    onClose();
  }

  const languageField = (languageId: string) => (
    <TextField
      label={t('title')}
      required
      error={shown(faults.title)}
      lang={languageId}
      maxLength={100}
      value={fields.title[languageId] ?? ''}
      onChange={(typed) => change({ title: { ...fields.title, [languageId]: typed } })}
    />
  );
  return (
    <FormDialog
      title={t(kind ? 'kind.change' : 'kind.add')}
      cancel={t('cancel')}
      go={t(kind ? 'save' : 'create')}
      isSaving={saving.isSaving}
      error={isTaken ? undefined : saving.error}
      isChanged={fields !== before || rows !== firstRows || typedId !== null}
      onSubmit={() => void saving.save(save, isWhole)}
      onClose={onClose}
    >
      <TextLanguages texts={fields.title}>{languageField}</TextLanguages>
      {!kind && (
        <TextField
          label={t('id')}
          required
          hint={t('id.hint')}
          error={isTaken ? problemText(saving.error) : shown(faults.id)}
          isCode
          maxLength={64}
          value={id}
          onChange={(typed) => {
            setTypedId(typed);
            saving.clear();
          }}
        />
      )}
      <SelectField
        label={t('process')}
        required
        none={t('choose')}
        options={choices.processes}
        value={fields.process}
        error={shown(faults.process) ?? faultAt('/process')}
        onChange={(key) => change({ process: key ?? '', statusMap: [], massAction: null })}
      />
      <SelectField
        label={t('startForm')}
        none={t('startForm.none')}
        options={choices.forms}
        value={fields.startForm}
        error={faultAt('/startForm')}
        onChange={(startForm) => change({ startForm })}
      />
      <DefaultValues
        rows={rows}
        isTried={saving.isTried}
        faultAt={faultAt}
        onChange={(next) => {
          setRows(next);
          saving.clear();
        }}
        t={t}
      />
      <SelectField
        label={t('registry')}
        hint={t('registry.hint')}
        none={t('registry.none')}
        options={choices.registries}
        value={fields.registry}
        error={faultAt('/registry')}
        onChange={(key) => change({ registry: key, statusMap: [] })}
      />
      {registry && (
        <StatusRules
          rules={fields.statusMap}
          process={process}
          statuses={registry.statuses}
          faultAt={faultAt}
          onChange={(statusMap) => change({ statusMap })}
          t={t}
        />
      )}
      <SelectField
        label={t('series')}
        none={t('series.none')}
        options={choices.series.map((one) => ({ id: one.id, name: `${one.id} · ${one.pattern}` }))}
        value={fields.numberSeries}
        error={faultAt('/numberSeries')}
        onChange={(numberSeries) => change({ numberSeries })}
      />
      <GroupsField
        label={t('groups')}
        hint={t('groups.hint')}
        placeholder={t('groups.all')}
        groups={groups}
        value={fields.startGroups}
        onChange={(startGroups) => change({ startGroups })}
      />
      <MassActionField
        value={fields.massAction}
        tasks={process?.tasks ?? []}
        onChange={(massAction) => change({ massAction })}
        t={t}
      />
      <Choice what="withdraw" options={['never', 'beforeFirst', 'always']} value={fields.withdraw} onChange={change} />
      <Choice what="peopleShown" options={['person', 'group', 'none']} value={fields.peopleShown} onChange={change} />
      <ChoiceControl label={t('active')} checked={fields.active} onChange={(active) => change({ active })} />
      <WhatHappens fields={fields} data={data} t={t} />
    </FormDialog>
  );
}

interface ChoiceProps<What extends 'withdraw' | 'peopleShown'> {
  readonly what: What;
  readonly options: readonly CaseTypeFields[What][];
  readonly value: CaseTypeFields[What];
  readonly onChange: (changes: Partial<CaseTypeFields>) => void;
}

/** A setting with few values, each with its own text. */
function Choice<What extends 'withdraw' | 'peopleShown'>({
  what,
  options,
  value,
  onChange,
}: ChoiceProps<What>): ReactNode {
  const t = useMessages(caseTypesMessages);
  const named = options.map((id) => ({ id, name: t(`${what}.${id}` as Parameters<typeof t>[0]) }));
  return (
    <SelectField
      label={t(what)}
      required
      none={t('choose')}
      options={named}
      value={value}
      onChange={(id) => onChange({ [what]: id } as Partial<CaseTypeFields>)}
    />
  );
}

function fieldsOf(kind: CaseType | null): CaseTypeFields {
  if (kind) {
    const { id: _, findings: _findings, version: _version, ...fields } = kind;
    return fields;
  }
  return {
    ...{ title: {}, process: '', startForm: null, registry: null, numberSeries: null, startGroups: [], defaults: {} },
    ...{ statusMap: [], massAction: null, withdraw: 'beforeFirst', peopleShown: 'person', active: true },
  } as const;
}
