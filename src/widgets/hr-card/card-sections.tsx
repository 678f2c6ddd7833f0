import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
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

/** The parts that the viewer may see, in two columns where there is room. */
export function CardSections({ only, ...props }: Props): ReactNode {
  useSignals();
  const { may } = props.user;
  const shows = (section: Section, access: string | null) => access !== null && (!only || only === section);
  return (
    <div className={`hr-columns ${only ? 'only' : ''}`}>
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
  );
}
