import { useSignals } from '@preact/signals-react/runtime';
import { ListFilter } from 'lucide-react';
import { type ReactNode, Suspense, useId, useState } from 'react';
import type { MassKind } from '../../shared/contracts/mass-actions.contract.ts';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { SearchBox } from '../../shared/ui/search-box.tsx';
import { type Choosing, nameOfKind } from './choosing.store.ts';
import type { MassText } from './mass-action-text.ts';
import { TaskTable } from './task-table.tsx';

const Filters = containedPart(() => import('./filters.tsx'), 'Filters');

interface Props {
  readonly choosing: Choosing;
  readonly onKind: (name: string) => Promise<void>;
  readonly t: MassText;
}

/** Choice of the kind of task and of its tasks. */
export function ChooseStep({ choosing, onKind, t }: Props): ReactNode {
  useSignals();
  const id = useId();
  const [shown, setShown] = useState(false);
  const { kinds, kind, filters } = choosing;
  const all = kinds.value.status === 'ready' ? kinds.value.kinds : [];
  const active = filters.value.length;
  if (!kind.value) return null;
  return (
    <section className="card mass-choose" aria-label={t('step.choose')}>
      <div className="mass-tools">
        <div className="field mass-kind">
          <label className="label" htmlFor={`${id}kind`}>
            {t('kind')}
          </label>
          <select
            id={`${id}kind`}
            className="control"
            value={nameOfKind(kind.value)}
            onChange={(event) => {
              setShown(false);
              void onKind(event.target.value);
            }}
          >
            {all.map((one) => (
              <option key={nameOfKind(one)} value={nameOfKind(one)}>
                {kindText(one, t)}
              </option>
            ))}
          </select>
        </div>
        <search className="row grow">
          <SearchBox label={t('search')} value={choosing.q.value} onSearch={(q) => void choosing.ask({ q })} />
          <button
            type="button"
            className={active > 0 ? 'btn icon soft' : 'btn icon'}
            aria-expanded={shown}
            aria-controls={`${id}filters`}
            aria-label={active > 0 ? t('filtered', { count: active }) : t('filter')}
            title={t('filter')}
            onClick={() => setShown(!shown)}
          >
            <Icon of={ListFilter} />
          </button>
        </search>
      </div>
      <div id={`${id}filters`} className="mass-filters" hidden={!shown}>
        {shown && (
          <Suspense fallback={null}>
            <Filters key={nameOfKind(kind.value)} choosing={choosing} t={t} />
          </Suspense>
        )}
      </div>
      <TaskTable choosing={choosing} t={t} />
    </section>
  );
}

function kindText({ processName: process, taskName: task, count, countIsAtLeast }: MassKind, t: MassText): string {
  return t(countIsAtLeast ? 'kind.optionMore' : 'kind.option', { process, task, count });
}
