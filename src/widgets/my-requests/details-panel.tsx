import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { call } from '../../shared/api/index.ts';
import { getRequestForm } from '../../shared/contracts/requests.contract.ts';
import { PreviewHost } from '../../shared/form-view/files/preview-host.tsx';
import { createFileService, createServerLookUps, FormView, filesOfRecord } from '../../shared/form-view/index.ts';
import { createFormModel, type FormBody } from '../../shared/forms/index.ts';
import { LoadPart } from '../../shared/lists/load-part.tsx';
import { language, today } from '../../shared/locale/index.ts';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import type { RequestsText } from './requests-text.ts';

/** The submitted start form, read-only, in the version that was filled in. */
export function DetailsPanel({ id, t }: { readonly id: string; readonly t: RequestsText }): ReactNode {
  return (
    <LoadPart read={(signal) => call(getRequestForm, { params: { id }, signal })} id={id} t={t}>
      {(form) => (form ? <SubmittedForm id={id} form={form} /> : <EmptyState title={t('noForm')} />)}
    </LoadPart>
  );
}

interface Submitted {
  readonly body: unknown;
  readonly values: Readonly<Record<string, unknown>>;
}

function SubmittedForm({ id, form }: { readonly id: string; readonly form: Submitted }): ReactNode {
  const model = useMemo(
    () =>
      createFormModel(form.body as FormBody, {
        values: form.values as never,
        languageId: language.peek(),
        today: today(),
        readOnly: true,
      }),
    [form],
  );
  const files = useMemo(() => createFileService(filesOfRecord(id), 0), [id]);
  const services = useMemo(() => ({ files, lookUps: createServerLookUps() }), [files]);
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  if (!isReady) return <Skeleton rows={4} />;
  return (
    <>
      <FormView model={model} services={services} />
      <PreviewHost service={files} />
    </>
  );
}
