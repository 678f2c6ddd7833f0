/**
 * Which modules share a chunk of the build. A small chunk costs a request and compresses worse, so that modules needed
 * together are bundled together. The build fails if an entry matches no module, for example after a file was renamed
 * (build/chunk-groups.ts).
 */
export interface ChunkRule {
  readonly name: string;
  /** Parts of module paths, from the beginning of a path segment: `src/shared/page/`, `icons/search.`. */
  readonly include: readonly string[];
  /** Exceptions from `include`. */
  readonly exclude?: readonly string[];
  /** The rule with the highest priority wins. */
  readonly priority: number;
}

const UI = 'src/shared/ui/';
const API_OF_FEW = ['src/shared/api/idempotent-request.'];
const MESSAGE_RUNTIME = ['node_modules/@preact/', 'node_modules/@formatjs/'];

const REACT: ChunkRule = {
  name: 'react',
  include: ['node_modules/react/', 'node_modules/react-dom/', 'node_modules/scheduler/'],
  priority: 30,
};

/** Code that all lists share. */
const LISTS: ChunkRule = {
  name: 'lists',
  include: [
    'src/shared/contracts/tasks.contract.',
    'src/shared/contracts/views.contract.',
    'src/shared/contracts/processes.contract.',
    'src/shared/contracts/filters.rules.',
    `${UI}filters/columns.`,
  ],
  priority: 12,
};

/** Chunks of the embedded elements. */
export const ELEMENT_CHUNKS: readonly ChunkRule[] = [
  REACT,
  LISTS,
  {
    // What every element needs, and small modules that most elements need.
    name: 'runtime',
    include: [
      ...MESSAGE_RUNTIME,
      'node_modules/@r2wc/',
      'src/shared/page/',
      'src/shared/element/',
      'src/shared/define-widget/',
      'src/shared/locale/',
      'src/shared/api/',
      'src/shared/session/',
      ...[
        'status-shape',
        'icon',
        'button',
        'contained-part',
        'in-time',
        'empty-state',
        'lazy-part',
        'search-box',
        'show-problem',
        // Of the snackbar's card, and of most elements.
        'use-media',
        'dialog.messages',
        'sign-in',
        'styles/sheet',
      ].map((file) => `${UI}${file}.`),
      ...['arrow-left', 'arrow-up-down', 'list-filter', 'message-square', 'search', 'user-round-check', 'x'].map(
        (icon) => `icons/${icon}.`,
      ),
    ],
    exclude: [...API_OF_FEW, 'src/shared/api/pictures.', 'src/shared/session/cognito-client.'],
    priority: 10,
  },
  {
    // What opens with the filter panel.
    name: 'filters',
    include: [
      `${UI}filters/filter-rows.`,
      `${UI}filters/text-value.`,
      `${UI}filters/filters.messages.`,
      `${UI}styles/filters.css`,
      'src/widgets/inbox/panels/columns.',
      'src/widgets/inbox/panels/panels.messages.',
    ],
    priority: 9,
  },
  {
    // Of every form with files.
    name: 'form-files',
    include: [
      ...['preview-host', 'files.messages'].map((file) => `src/shared/form-view/files/${file}.`),
      `${UI}preview/preview.state.`,
      'src/shared/contracts/file-kinds.',
    ],
    priority: 9,
  },
  {
    // What settings leave to the application.
    name: 'administration',
    include: ['src/shared/administration/', 'src/shared/contracts/element-scopes.'],
    priority: 9,
  },
  {
    name: 'icons',
    include: ['arrow-up', 'arrow-down', 'chevron-left', 'chevron-right', 'pencil', 'plus', 'trash'].map(
      (icon) => `icons/${icon}.`,
    ),
    priority: 8,
  },
];

/** Chunks of the application. */
export const HOST_CHUNKS: readonly ChunkRule[] = [
  REACT,
  LISTS,
  {
    // What every page needs. The sign-in shows neither elements nor dates.
    name: 'runtime',
    include: [
      ...MESSAGE_RUNTIME,
      'src/shared/page/',
      'src/shared/locale/',
      'src/shared/api/',
      'src/shared/session/',
      ...['icon', 'button', 'lucide'].map((file) => `${UI}${file}.`),
    ],
    exclude: [
      ...API_OF_FEW,
      ...['dates', 'dates.messages', 'days', 'days.due', 'numbers', 'index'].map(
        (file) => `src/shared/locale/${file}.`,
      ),
      ...['live', 'event-stream', 'pictures'].map((file) => `src/shared/api/${file}.`),
      'src/shared/session/sso-client.',
    ],
    priority: 10,
  },
  {
    // Small modules of the sign-in.
    name: 'login-parts',
    include: [
      ...['arrow-left', 'chevron-down', 'circle-exclamation-point', 'external-link', 'eye', 'eye-off'].map(
        (icon) => `icons/${icon}.`,
      ),
      `${UI}field.`,
      `${UI}banner.`,
    ],
    priority: 9,
  },
  {
    // Around every public page.
    name: 'public-layout',
    include: [
      ...['public-layout', 'path-drawing', 'language-choice'].map((file) => `src/host/login/${file}.`),
      'src/host/help/help-link.',
    ],
    priority: 9,
  },
  {
    // Of the language choice, and of every page with a profile menu.
    name: 'menu',
    include: [`${UI}menu.`, `${UI}move-focus.`, `${UI}place.`, 'icons/check.'],
    priority: 9,
  },
];

/** Texts in chunks of their own, by path; the first match counts. All other texts are grouped by their folder. */
const TEXT_CHUNKS: readonly (readonly [path: string, name: string])[] = [
  // Fields that open later in some elements and never in others.
  [`${UI}date-picker.messages.`, 'fields'],
  [`${UI}password-field.messages.`, 'fields'],
  [`${UI}person-field.messages.`, 'fields'],
  [`${UI}combo-box.messages.`, 'combo-box'],
  // Of settings only.
  [`${UI}form-uses.messages.`, 'form-uses'],
  [`${UI}delete-dialog.messages.`, 'changes'],
  [`${UI}used-by.messages.`, 'used-by'],
  [`${UI}save-failed.messages.`, 'changes'],
  ['src/widgets/inbox/panels/', 'filters'],
  // Needed only once a panel or dialog of an open task shows.
  ['src/widgets/task-form/collaboration/panels.messages.', 'task-panels'],
  ['src/shared/comments/comments.messages.', 'task-panels'],
  ['src/shared/form-draft/conflict.messages.', 'task-panels'],
  ['src/shared/form-draft/', 'form-view'],
  ['src/shared/records/', 'records'],
  ['src/shared/saved-views/', 'saved-views'],
  ['src/shared/registry/', 'registry'],
  ['src/shared/administration/', 'changes'],
  ['src/shared/imports/import-action.messages.', 'changes'],
  ['src/shared/imports/', 'import'],
  // Needed only once a delegation or another view of the editor is open.
  ['src/widgets/delegation-editor/preview/', 'delegation-preview'],
  ['src/widgets/delegation-editor/views/', 'delegation-views'],
  // Needed only once a dialog of the card opens.
  ['src/widgets/hr-card/editors/', 'hr-card-editors'],
  // Needed only once the text of an open manual shows.
  ['src/widgets/manual-reader/lists/', 'manual-lists'],
  ['src/widgets/manual-reader/parts/', 'manual-parts'],
];

/** The folder whose texts are bundled: a widget, a page of the application, or a part of the shared code. */
const FOLDER =
  /\/src\/(?:widgets\/(?:[^/]+\/(?=(?:panels|views)\/))?|host\/(?=[\w-]+\/)|shared\/(?:ui\/(?=[\w-]+\/)|(?=form-view\/)))?([^/]+)\//;

/** The chunk of a text module `x.messages.ts?language=et`: one for each folder and language. Null for other modules. */
export function textChunk(id: string): string | null {
  const language = /\.messages\.ts\?language=([a-z]+)$/.exec(id)?.[1];
  if (!language) return null;
  const own = TEXT_CHUNKS.find(([path]) => id.includes(`/${path}`))?.[1];
  return `words-${own ?? FOLDER.exec(id)?.[1]}-${language}`;
}
