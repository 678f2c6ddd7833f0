import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import type { TaskForm } from '../contracts/tasks.contract.ts';
import { formMessages } from '../form-view/form.messages.ts';
import { fullText } from '../form-view/value-text.ts';
import { type Answer, textOf } from '../forms/index.ts';
import { useLanguage, useMessages } from '../locale/index.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { draftMessages } from './draft.messages.ts';
import type { DraftKeeper } from './draft.store.ts';

type CarriedOver = NonNullable<TaskForm['carriedOver']>[number];

const WORDS = { gone: 'carriedGone', unreadable: 'carriedUnreadable', new: 'carriedNew' } as const;

/**
 * How the draft was carried over to a newer version of the form, with answers that no longer fit; shown until
 * dismissed.
 */
export function CarriedOverBanner({ keeper }: { readonly keeper: DraftKeeper }): ReactNode {
  useSignals();
  const t = useMessages(draftMessages);
  const differences = keeper.carriedOver.value;
  if (differences.length === 0) return null;
  return (
    <Banner
      action={
        <Button small onClick={() => void keeper.acknowledge()}>
          {t('carriedSeen')}
        </Button>
      }
    >
      {t('carried', { count: differences.length })}
      <ul className="plain">
        {differences.map((one) => (
          <li key={`${one.kind} ${one.field}`}>
            <OneDifference of={one} />
          </li>
        ))}
      </ul>
    </Banner>
  );
}

function OneDifference({ of: { kind, label, answers } }: { readonly of: CarriedOver }): ReactNode {
  const t = useMessages(draftMessages);
  const words = useMessages(formMessages);
  const language = useLanguage();
  const written = (answers as readonly Answer[]).map(({ field, value }) => fullText(field, value, words, language));
  return (
    <>
      {t(WORDS[kind], { field: textOf(label, language) })}
      {written.length > 0 && <span className="second"> ({t('carriedAnswer', { answer: written.join('; ') })})</span>}
    </>
  );
}
