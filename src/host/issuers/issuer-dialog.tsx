import { type ReactNode, useEffect, useRef, useState } from 'react';
import { problemText } from '../../shared/api/problem-text.ts';
import type { FieldError } from '../../shared/contracts/errors.ts';
import type { Issuer, IssuerFinding } from '../../shared/contracts/issuers.contract.ts';
import { ISSUER_KINDS, type IssuerField, LINK_BY } from '../../shared/contracts/issuers.rules.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ChoiceControl } from '../../shared/ui/choice-control.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { isSameValue } from '../../shared/ui/merge-values.ts';
import { TextField } from '../../shared/ui/text-field.tsx';
import { useSaving } from '../../shared/ui/use-saving.ts';
import type { PartProps } from './form-part.ts';
import { GroupFields } from './group-fields.tsx';
import { bodyOf, faultsOf, formOf, type IssuerForm, serverFaults } from './issuer-form.ts';
import { issuersMessages } from './issuers.messages.ts';
import type { Issuers, IssuersStore, TestedIssuer } from './issuers.store.ts';
import type { IssuersText } from './issuers-text.ts';
import { TestResults } from './test-results.tsx';

export interface IssuerDialogProps {
  readonly store: IssuersStore;
  /** Null: a new provider. */
  readonly issuer: Issuer | null;
  readonly groups: Issuers['groups'];
  readonly onClose: (saved?: Issuer) => void;
}

/** Adds an identity provider or changes it: few values for each kind, from which the rest follows. */
export function IssuerDialog({ store, issuer, groups, onClose }: IssuerDialogProps): ReactNode {
  const t = useMessages(issuersMessages);
  const [start] = useState(() => formOf(issuer));
  const [form, setForm] = useState<IssuerForm>(start);
  const saving = useSaving();
  const testing = useSaving();
  const results = useRef<HTMLDivElement>(null);
  const [findings, setFindings] = useState<readonly IssuerFinding[] | null>(null);
  useEffect(() => {
    if (findings) results.current?.scrollIntoView({ block: 'nearest' });
  }, [findings]);
  const found = saving.isTried ? faultsOf(form, issuer) : {};
  const refused = serverFaults(saving.error);
  const fault = (pointer: IssuerField, attribute: string) =>
    faultText(found[pointer] ?? refused[pointer], t, attribute);
  const change = (values: Partial<IssuerForm>) => {
    saving.clear();
    setFindings(null);
    setForm({ ...form, ...values });
  };

  async function save(): Promise<void> {
    const body = bodyOf(form, issuer);
    onClose(await (issuer ? store.change(issuer, body) : store.add(body)));
  }

  async function test(): Promise<void> {
    const { kind, issuer: address, clientId, jwksUri } = bodyOf(form, issuer);
    const algorithms = issuer?.algorithms as TestedIssuer['algorithms'];
    const entered = { kind, issuer: address, clientId, ...(jwksUri && { jwksUri }), ...(algorithms && { algorithms }) };
    setFindings(await store.test(entered));
  }

  const isMarked = Object.keys(refused).length > 0;
  return (
    <FormDialog
      title={issuer ? t('change.title', { name: issuer.name }) : t('add')}
      cancel={t('cancel')}
      go={t(issuer ? 'save' : 'add.go')}
      isSaving={saving.isSaving}
      error={isMarked ? undefined : saving.error}
      isChanged={!isSameValue(form, start)}
      className="iss-form"
      aside={
        <Button busy={testing.isSaving} onClick={() => void testing.save(test)}>
          {t('test')}
        </Button>
      }
      onSubmit={() => void saving.save(save, Object.keys(faultsOf(form, issuer)).length === 0)}
      onClose={() => onClose()}
    >
      {issuer === null && <KindAndName form={form} change={change} fault={fault} t={t} />}
      {issuer ? (
        <p className="s mono iss-issuer">{issuer.issuer}</p>
      ) : (
        <TextField
          label={t(`place.${form.kind}`)}
          required
          isCode
          maxLength={300}
          hint={t(`place.${form.kind}.hint`)}
          error={fault('/issuer', t(`place.${form.kind}`))}
          value={form.place}
          onChange={(place) => change({ place })}
        />
      )}
      <TextField
        label={t('clientId')}
        required
        isCode
        maxLength={200}
        hint={t('clientId.hint')}
        error={fault('/clientId', t('clientId'))}
        value={form.clientId}
        onChange={(clientId) => change({ clientId })}
      />
      {form.kind === 'cognito' && (
        <TextField
          label={t('identityProvider')}
          aside={t('optional')}
          isCode
          maxLength={200}
          hint={t('identityProvider.hint')}
          value={form.federated}
          onChange={(federated) => change({ federated })}
        />
      )}
      <TextField
        label={t('domains')}
        aside={t('optional')}
        isCode
        rows={2}
        maxLength={5000}
        hint={t('domains.hint')}
        error={fault('/domains', t('domains'))}
        value={form.domains}
        onChange={(domains) => change({ domains })}
      />
      <fieldset className="stack emb-scopes">
        <legend className="label">{t('linkBy')}</legend>
        {LINK_BY.map((way) => (
          <ChoiceControl
            key={way}
            oneOf="linkBy"
            label={t(`linkBy.${way}`)}
            hint={t(`linkBy.${way}.more`)}
            checked={form.linkBy === way}
            onChange={() => change({ linkBy: way })}
          />
        ))}
      </fieldset>
      <SecondFactor form={form} change={change} fault={fault} t={t} />
      <GroupFields form={form} groups={groups} change={change} fault={fault} t={t} />
      <Advanced form={form} change={change} fault={fault} t={t} />
      {issuer === null && (
        <ChoiceControl
          label={t('isDisabled')}
          hint={t('isDisabled.more')}
          checked={form.isDisabled}
          onChange={(isDisabled) => change({ isDisabled })}
        />
      )}
      <div ref={results} aria-live="polite">
        {testing.error !== undefined && <Banner tone="red">{problemText(testing.error)}</Banner>}
        {findings && <TestResults findings={findings} t={t} />}
      </div>
    </FormDialog>
  );
}

function KindAndName({ form, change, fault, t }: PartProps): ReactNode {
  return (
    <>
      <Field label={t('kind')}>
        {(control) => (
          <select
            {...control}
            className="control"
            value={form.kind}
            onChange={({ target }) => {
              const kind = ISSUER_KINDS.find((one) => one === target.value) ?? 'other';
              const { linkBy } = formOf(null, kind);
              change({ kind, linkBy });
            }}
          >
            {ISSUER_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {t(`kind.${kind}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label={t('name')}
        required
        isCode
        maxLength={31}
        hint={t('name.hint')}
        error={fault('/name', t('name'))}
        value={form.name}
        onChange={(name) => change({ name })}
      />
    </>
  );
}

const FACTORS = ['trust', 'amr', 'acr'] as const;

function SecondFactor({ form, change, fault, t }: PartProps): ReactNode {
  return (
    <fieldset className="stack emb-scopes">
      <legend className="label">{t('secondFactor')}</legend>
      {FACTORS.map((factor) => (
        <ChoiceControl
          key={factor}
          oneOf="factor"
          label={t(`secondFactor.${factor}`)}
          hint={t(factor === 'trust' ? 'secondFactor.trust.more' : 'secondFactor.check.more')}
          checked={form.factor === factor}
          onChange={() => change({ factor })}
        />
      ))}
      {form.factor !== 'trust' && (
        <TextField
          label={t('secondFactor.values')}
          required
          isCode
          maxLength={500}
          hint={t('secondFactor.values.hint')}
          error={fault('/secondFactor', t('secondFactor.values'))}
          value={form.factorValues}
          onChange={(factorValues) => change({ factorValues })}
        />
      )}
    </fieldset>
  );
}

function Advanced({ form, change, fault, t }: PartProps): ReactNode {
  const faults = {
    scope: fault('/scope', t('scope')),
    subjectClaim: fault('/subjectClaim', t('subjectClaim')),
    jwksUri: fault('/jwksUri', t('keys')),
  };
  return (
    <details className="iss-more" open={Object.values(faults).some(Boolean) || undefined}>
      <summary className="label">{t('advanced')}</summary>
      <div className="stack spaced">
        <TextField
          label={t('scope')}
          isCode
          maxLength={200}
          hint={t('scope.hint')}
          error={faults.scope}
          value={form.scope}
          onChange={(scope) => change({ scope })}
        />
        <TextField
          label={t('subjectClaim')}
          aside={t('optional')}
          isCode
          maxLength={200}
          hint={t('subjectClaim.hint')}
          error={faults.subjectClaim}
          value={form.subjectClaim}
          onChange={(subjectClaim) => change({ subjectClaim })}
        />
        <TextField
          label={t('keys')}
          aside={t('optional')}
          isCode
          maxLength={300}
          hint={t('keys.hint')}
          error={faults.jwksUri}
          value={form.jwksUri}
          onChange={(jwksUri) => change({ jwksUri })}
        />
      </div>
    </details>
  );
}

/** Text of a field's error; the server's texts are translated by it. */
function faultText(fault: FieldError | undefined, t: IssuersText, attribute: string): string | undefined {
  if (!fault) return undefined;
  if (fault.code === 'field.required') return t('fault.field.required', { attribute });
  return fault.title && fault.code !== 'field.pattern' ? fault.title : t('fault.field.pattern', { attribute });
}
