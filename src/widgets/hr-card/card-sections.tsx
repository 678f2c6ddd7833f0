import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { AccessSection } from './access-section.tsx';
import { ContractsSection } from './contracts-section.tsx';
import { DocumentsSection } from './documents-section.tsx';
import { HealthSection } from './health-section.tsx';
import type { Section } from './hr-card.store.ts';
import { PaySection } from './pay-section.tsx';
import type { SectionProps } from './section-props.ts';
import { SizesSection } from './sizes-section.tsx';

interface Props extends SectionProps {
  /** The only part to show. */
  readonly only: Section | undefined;
}

/** Whether all parts have been drawn once: each loads by itself, and would move those below it. */
function useDrawn() {
  const parts = useRef<HTMLDivElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    const { current } = parts;
    if (isDrawn || !current) return;
    const look = () => setDrawn(!current.querySelector('.skeleton'));
    const changes = new MutationObserver(look);
    changes.observe(current, { childList: true, subtree: true });
    look();
    return () => changes.disconnect();
  }, [isDrawn]);
  return { parts, isDrawn };
}

/** The parts that the viewer may see, in two columns where there is room. */
export function CardSections({ only, ...props }: Props): ReactNode {
  useSignals();
  const { parts, isDrawn } = useDrawn();
  const { may } = props.user;
  const shows = (section: Section, access: string | null) => access !== null && (!only || only === section);
  return (
    <>
      {!isDrawn && <Skeleton rows={8} label={props.t('loading')} />}
      <div ref={parts} className={`hr-columns ${only ? 'only' : ''} ${isDrawn ? '' : 'waiting'}`}>
        <div className="hr-column">
          {shows('contracts', may.contracts) && <ContractsSection {...props} />}
          {shows('pay', may.pay) && <PaySection {...props} />}
          {(shows('documents', may.documents) || shows('documents', may.health)) && <DocumentsSection {...props} />}
        </div>
        <div className="hr-column">
          {shows('health', may.health) && <HealthSection {...props} />}
          {shows('log', may.access) && <AccessSection {...props} />}
          {shows('sizes', may.sizes) && <SizesSection {...props} />}
        </div>
      </div>
    </>
  );
}
