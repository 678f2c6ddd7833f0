import { Eye, FileJson, History, Languages, type LucideIcon, Upload } from 'lucide-react';
import type { ComponentType, LazyExoticComponent } from 'react';
import { lazyPart } from '../../../shared/ui/lazy-part.ts';
import type { BuilderText } from '../builder-text.ts';
import type { PanelProps } from './panel.ts';

/** A panel of the builder. Create its component with `lazyPart` and render it inside a Suspense. */
interface Panel {
  readonly id: string;
  readonly title: (t: BuilderText) => string;
  readonly icon: LucideIcon;
  /** `side`: a tab next to the properties. `view`: replaces the canvas, like the preview. `action`: at the end of the toolbar, like the publish button. */
  readonly place: 'side' | 'view' | 'action';
  readonly component: LazyExoticComponent<ComponentType<PanelProps>>;
}

/** All panels, in display order. */
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

/** Editors used by the properties panel. */
export const ConditionField = lazyPart(() => import('./condition-field.tsx'), 'ConditionField');
export const ExpressionField = lazyPart(() => import('./expression-field.tsx'), 'ExpressionField');
