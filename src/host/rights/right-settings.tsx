import { Check } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { call } from '../../shared/api/index.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import { putRightSettings, type RightSettings, type RightsOverview } from '../../shared/contracts/rights.contract.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ChoiceControl } from '../../shared/ui/choice-control.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { useSaving } from '../../shared/ui/use-saving.ts';
import type { RightsText } from './rights-text.ts';

interface Props {
  readonly settings: RightSettings;
  readonly confidential: RightsOverview['confidential'];
  readonly send: typeof call;
  readonly onSaved: () => void;
  readonly t: RightsText;
}

const DEMANDS = [false, 'provider', true] as const;

/** Who needs a group for confidential tasks, and whether users change their own name. */
export function RightSettingsCard({ settings, confidential, send, onSaved, t }: Props): ReactNode {
  const heading = useId();
  const name = useId();
  const [values, setValues] = useState(settings);
  const saving = useSaving();
  const isChanged = JSON.stringify(values) !== JSON.stringify(settings);
  const groupsFor = (kind: 'health' | 'pay') =>
    confidential
      .filter((one) => one.kind === kind)
      .flatMap(({ groups }) => groups.map((group) => group.name))
      .join(', ');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void saving.save(async () => {
      setValues(await send(putRightSettings, { body: values }));
      onSaved();
      showSnack({ text: t('saved'), icon: Check });
    });
  };
  return (
    <form className="card rights-card" aria-labelledby={heading} onSubmit={submit}>
      <h2 className="t2" id={heading}>
        {t('settings')}
      </h2>
      <fieldset className="stack rights-choices">
        <legend className="strong">{t('confidential')}</legend>
        <p className="s second">{t('confidential.more', { health: groupsFor('health'), pay: groupsFor('pay') })}</p>
        {DEMANDS.map((demand) => (
          <ChoiceControl
            key={String(demand)}
            oneOf={name}
            label={t(`confidential.${demand}`)}
            {...(demand === 'provider' && { hint: t('confidential.provider.more') })}
            checked={values.confidentialNeedsGroup === demand}
            onChange={() => setValues({ ...values, confidentialNeedsGroup: demand })}
          />
        ))}
      </fieldset>
      <ChoiceControl
        label={t('rename')}
        hint={t('rename.more')}
        checked={values.selfRename}
        onChange={(selfRename) => setValues({ ...values, selfRename })}
      />
      {saving.error !== undefined && <Banner tone="red">{problemText(saving.error)}</Banner>}
      <div className="row row-12">
        <Button kind="primary" type="submit" blocked={!isChanged} busy={saving.isSaving}>
          {t('save')}
        </Button>
        {isChanged && <Button onClick={() => setValues(settings)}>{t('cancel')}</Button>}
      </div>
    </form>
  );
}
