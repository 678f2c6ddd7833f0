import { Eye, FileJson, History, Languages, type LucideIcon, Upload } from 'lucide-react';
import type { ComponentType, LazyExoticComponent } from 'react';
import { lazyPart } from '../../../shared/ui/lazy-part.ts';
import type { BuilderText } from '../builder-text.ts';
import type { PanelProps } from './panel.ts';

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
export const panels: readonly Panel[] = [
  {
    id: 'preview',
    title: (t) => t('view.preview'),
    icon: Eye,
    place: 'view',
    component: lazyPart(() => import('./preview-panel.tsx'), 'PreviewPanel'),
  },
  {
    id: 'texts',
    title: (t) => t('view.texts'),
    icon: Languages,
    place: 'view',
    component: lazyPart(() => import('./texts-panel.tsx'), 'TextsPanel'),
  },
  {
    id: 'json',
    title: (t) => t('view.json'),
    icon: FileJson,
    place: 'view',
    component: lazyPart(() => import('./json-panel.tsx'), 'JsonPanel'),
  },
  {
    id: 'versions',
    title: (t) => t('view.versions'),
    icon: History,
    place: 'view',
    component: lazyPart(() => import('./versions-panel.tsx'), 'VersionsPanel'),
  },
  {
    id: 'publish',
    title: (t) => t('view.publish'),
    icon: Upload,
    place: 'action',
    component: lazyPart(() => import('./publish-button.tsx'), 'PublishButton'),
  },
];

/** Editors that the properties bring with what they edit. */
export const ConditionField = lazyPart(() => import('./condition-field.tsx'), 'ConditionField');
export const ExpressionField = lazyPart(() => import('./expression-field.tsx'), 'ExpressionField');
