import { Pencil } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { createFormModel, type LayoutNode } from '../forms/index.ts';
import { Button } from '../ui/button.tsx';
import { FormSettingProvider, useForm } from './form-context.ts';
import { formNavigation } from './form-navigation.ts';
import { Parts } from './parts.tsx';

interface Props {
  readonly steps: readonly LayoutNode[];
  readonly titleOf: (index: number) => string;
  readonly onChange: (index: number) => void;
}

/** All input, step by step, for review before submitting. */
export function ReviewStep({ steps, titleOf, onChange }: Props): ReactNode {
  const setting = useForm();
  const { model, t, language, prefix } = setting;
  const read = useMemo(() => {
    const { body, today, values } = model;
    const copy = createFormModel(body, { values: values.peek(), languageId: language, today, readOnly: true });
    return { ...setting, model: copy, places: formNavigation(copy), prefix: `${prefix}read-` };
  }, [setting, model, language, prefix]);
  return (
    <div className="form-view document review">
      {steps.map((step, index) => (
        <section key={step.id} className="section c12" aria-label={titleOf(index)}>
          <div className="row">
            <h3 className="t3 grow">{titleOf(index)}</h3>
            <Button
              kind="ghost"
              small
              icon={Pencil}
              aria-label={t('wizard.changeStep', { attribute: titleOf(index) })}
              onClick={() => onChange(index)}
            >
              {t('wizard.change')}
            </Button>
          </div>
          <FormSettingProvider value={read}>
            <Parts node={step} width="c12" />
          </FormSettingProvider>
        </section>
      ))}
    </div>
  );
}
