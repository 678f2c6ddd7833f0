import type { Plugin } from 'vite';
import { type ExcludedModules, removeExcluded } from './excluded-modules.ts';

const DOM = 'react-dom/cjs/react-dom-client.production.js';

/**
 * Parts of these packages that the product does not use and a bundler cannot detect: react-dom decides at run time by
 * the kind of a fiber, and unused members of an object stay. Each name must occur in the file, so that an update fails
 * the build instead of adding 20 kB or breaking it.
 */
const PACKAGES: Readonly<Record<string, ExcludedModules>> = {
  [DOM]: {
    exports: ['hydrateRoot'],
    // Server markup (18), <SuspenseList> (19), elements hoisted to the head of the page (26, 27), <ViewTransition>
    // (30), <Activity> (31).
    kinds: [18, 19, 26, 27, 30, 31],
    // Their values without such fibers and without hydrated roots.
    variables: {
      isHydrating: '!1',
      hydrationErrors: 'null',
      nextHydratableInstance: 'null',
      hydrationParentFiber: 'null',
      rootOrSingletonContext: '!1',
      shouldStartViewTransition: '!1',
      pendingViewTransition: 'null',
      pendingViewTransitionEvents: 'null',
      pendingTransitionTypes: 'null',
      appearingViewTransitions: 'null',
      inUpdateViewTransition: '!1',
      viewTransitionMutationContext: '!1',
      viewTransitionContextChanged: '!1',
      rootViewTransitionAffected: '!1',
      isViewTransitionEligible: '!1',
      // Capabilities that all supported browsers have.
      canUseDOM: '!0',
      canUseCompositionEvent: '!0',
      isInputEventSupported: '!0',
      useFallbackCompositionData: '!1',
      skipSelectionChangeEvent: '!1',
      // React's developer tools inspect development builds only.
      injectedHook: 'null',
    },
    members: { isDehydrated: '!1', dehydrated: 'null' },
    expressions: {
      // Delay for content that arrives shortly after a placeholder was shown: React may then commit a tree twice and
      // throw (#177) if an update came in between. Content is shown immediately instead.
      '10 < exitStatus': '!1',
      '"undefined" !== typeof __REACT_DEVTOOLS_GLOBAL_HOOK__': '!1',
      '(lanes & 335544064) === lanes': '!1',
      '(committedLanes & 335544064) === committedLanes': '!1',
    },
    // `onBeforeInput`, as React implements it.
    calls: { popHydrationState: '!1', getNativeBeforeInputChars: 'null', getFallbackBeforeInputChars: 'null' },
    // Some of these are still referenced but never called; others would search for something that never exists.
    bodies: {
      isHostHoistableType: 'return !1;',
      preconnectAs: '',
      preload: '',
      preloadModule: '',
      preinitStyle: '',
      preinitScript: '',
      preinitModuleScript: '',
      insertSuspendedStylesheets: '',
      // Commits wait for style sheets and, within a <ViewTransition>, for images.
      preloadInstanceAndSuspendIfNeeded: 'workInProgress.flags &= -16777217;',
      accumulateSuspenseyCommitOnFiber: '',
      waitForCommitToBeReady: 'return null;',
      // Events that wait until server markup is hydrated.
      queueIfContinuousEvent: 'return !1;',
      clearIfContinuousEvent: '',
      retryIfBlockedOn: '',
      attemptExplicitHydrationTarget: '',
      prepareToHydrateHostInstance: '',
      updateDehydratedSuspenseComponent: '',
      commitSuspenseHydrationCallbacks: '',
      // `ref` of a fragment.
      FragmentInstance: '',
      commitFragmentInstanceInsertionEffects: '',
      commitFragmentInstanceDeletionEffects: '',
      commitNewChildToFragmentInstances: '',
      deleteChildFromFragmentInstance: '',
      restoreNestedViewTransitions: '',
      commitNestedViewTransitions: '',
      commitExitViewTransitions: '',
      trackEnterViewTransitions: '',
      // Functions as the action of a form.
      extractEvents$1: '',
      requestFormReset: '',
      getVendorPrefixedEventName: 'return eventName;',
      // It would start navigations of the embedding page to show the browser's loading indicator.
      defaultOnDefaultTransitionIndicator: '',
      // Component names for the console. A build has no readable names, and React calls components again to find them.
      getStackByFiberInDevAndProd: 'return "";',
    },
    // Attributes of drawings and fonts in SVG.
    pairs: [
      'accentHeight',
      'acceptCharset',
      'alignmentBaseline',
      'arabicForm',
      'baselineShift',
      'capHeight',
      'clipRule',
      'colorInterpolation',
      'colorInterpolationFilters',
      'colorProfile',
      'colorRendering',
      'dominantBaseline',
      'enableBackground',
      'fillOpacity',
      'fillRule',
      'floodColor',
      'floodOpacity',
      'fontSizeAdjust',
      'fontStretch',
      'fontVariant',
      'glyphName',
      'glyphOrientationHorizontal',
      'glyphOrientationVertical',
      'horizAdvX',
      'horizOriginX',
      'httpEquiv',
      'imageRendering',
      'lightingColor',
      'markerEnd',
      'markerMid',
      'markerStart',
      'maskType',
      'overlinePosition',
      'overlineThickness',
      'paintOrder',
      'panose-1',
      'shapeRendering',
      'stopColor',
      'stopOpacity',
      'strikethroughPosition',
      'strikethroughThickness',
      'strokeDasharray',
      'strokeDashoffset',
      'strokeMiterlimit',
      'strokeOpacity',
      'textAnchor',
      'textRendering',
      'underlinePosition',
      'underlineThickness',
      'unicodeBidi',
      'unicodeRange',
      'unitsPerEm',
      'vAlphabetic',
      'vectorEffect',
      'vertAdvY',
      'vertOriginX',
      'vertOriginY',
      'vHanging',
      'vIdeographic',
      'vMathematical',
      'wordSpacing',
      'xHeight',
      'xmlnsXlink',
    ],
    statements: /^(?:FragmentInstance\.prototype\.\w+|ReactDOMSharedInternals\.findDOMNode) = /,
    properties: [
      'useActionState',
      'useCacheRefresh',
      'useDebugValue',
      'useDeferredValue',
      'useEffectEvent',
      'useFormState',
      'useHostTransitionStatus',
      'useMemoCache',
      'useOptimistic',
      'useTransition',
    ],
  },
  'react-dom/index.js': { exports: [], bodies: { checkDCE: '' } },
  'react-dom/client.js': { exports: [], bodies: { checkDCE: '' } },
  'react/cjs/react.production.js': {
    exports: [
      'Activity',
      'Children',
      'Profiler',
      'ViewTransition',
      '__COMPILER_RUNTIME',
      'addTransitionType',
      'cache',
      'cacheSignal',
      'startTransition',
      'unstable_useCacheRefresh',
      'useActionState',
      'useDebugValue',
      'useDeferredValue',
      'useEffectEvent',
      'useOptimistic',
      'useTransition',
    ],
  },
  'react-dom/cjs/react-dom.production.js': {
    exports: [
      'browser',
      'preconnect',
      'prefetchDNS',
      'preinit',
      'preinitModule',
      'preload',
      'preloadModule',
      'requestFormReset',
      'useFormState',
      'useFormStatus',
    ],
  },
  // src/shared/api/call.ts and session/cognito-client.ts use only headers, options, body and fetch or post.
  'wretch/dist/core.js': {
    exports: [],
    expressions: { 'typeof body === "object"': '!1', '"entries" in headerValues': '!1' },
    variables: { contentType: 'void 0' },
    properties: [
      'addon',
      'accept',
      'auth',
      'catcher',
      'catcherFallback',
      'resolve',
      'defer',
      'middlewares',
      'get',
      'delete',
      'put',
      'patch',
      'head',
      'opts',
      'json',
      'content',
      'toFetch',
    ],
  },
  'wretch/dist/resolver.js': {
    exports: [],
    // Every call of the product reads errors itself.
    expressions: { 'response.type === "opaque"': '!0' },
    properties: [
      'blob',
      'formData',
      'arrayBuffer',
      'text',
      'error',
      'badRequest',
      'unauthorized',
      'forbidden',
      'notFound',
      'timeout',
      'internalError',
      'fetchError',
    ],
  },
  // Messages arrive parsed and with their formatters; the product uses numbers, days and plurals.
  '@formatjs/intl/index.js': {
    exports: [],
    properties: ['getDurationFormat', 'getRelativeTimeFormat', 'getListFormat', 'getDisplayNames'],
  },
  'intl-messageformat/index.js': { exports: [], bodies: { createDefaultFormatters: '' } },
};

// Names that have other meanings in other packages.
const AMBIGUOUS = new Set(['Activity', 'Profiler', 'browser', 'cache', 'preload']);
const NAMES = Object.values(PACKAGES)
  .flatMap(({ exports }) => exports)
  .filter((name) => !AMBIGUOUS.has(name));
const PROPS = [...(PACKAGES[DOM]?.pairs ?? []), 'onBeforeInput'];
const USE = new RegExp(`\\.(${NAMES.join('|')})\\b|\\b(${PROPS.join('|')})\\s*:`);

/** Builds packages without their unused parts, and fails when some code begins to use such a part of React. */
export function stripUnused(): Plugin {
  return {
    name: 'verva:strip-unused',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/(?:react(?:-dom)?|wretch|@formatjs\/intl|intl-messageformat)\// },
      handler(code, id) {
        const leftOut = PACKAGES[id.replace(/.*\/node_modules\//, '')];
        return leftOut && { code: removeExcluded(code, id, leftOut), map: null };
      },
    },
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        const used = chunk.type === 'chunk' && chunk.name !== 'react' ? unavailable(chunk.code) : undefined;
        if (used) throw new Error(`${chunk.fileName} uses React's ${used}, which build/strip-unused.ts removes.`);
      }
    },
  };
}

/** Returns a part of React that the code uses although the build excludes it. */
export function unavailable(code: string): string | undefined {
  const found = USE.exec(code);
  return found?.[1] ?? found?.[2];
}
