import type { LucideIcon } from 'lucide-react';
import type { ComponentType, LazyExoticComponent } from 'react';
import { lazyPart } from '../../../shared/ui/lazy-part.ts';
import type { BuilderStore } from '../builder.store.ts';
import type { BuilderText } from '../builder-text.ts';

interface PanelProps {
  readonly store: BuilderStore;
}

/** Something beside the canvas and the properties. Its component is made with `lazyPart` and drawn inside of a Suspense. */
interface Panel {
  readonly id: string;
  readonly title: (t: BuilderText) => string;
  readonly icon: LucideIcon;
  /** `side`: a tab beside the properties. `view`: stands in the place of the canvas, as a preview does. `action`: at the end of the bar, as the button that publishes. */
  readonly place: 'side' | 'view' | 'action';
  readonly component: LazyExoticComponent<ComponentType<PanelProps>>;
}

/** Every panel, in the order in which they are shown. */
export const panels: readonly Panel[] = [];

/** Editors that the properties bring with what they edit. */
export const ConditionField = lazyPart(() => import('./condition-field.tsx'), 'ConditionField');
export const ExpressionField = lazyPart(() => import('./expression-field.tsx'), 'ExpressionField');
