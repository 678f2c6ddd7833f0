import type { Plugin } from 'vite';
import { type ExcludedModules, removeExcluded } from './excluded-modules.ts';

const DOM = 'react-dom/cjs/react-dom-client.production.js';

/**
 * What the product does not use of these packages, and no bundler can see: react-dom decides at run time by the kind of a
 * fiber, and members of an object stay though nobody reads them. Each name must be in the file, so that an update stops the
 * build rather than bring back 20 kB, or break.
 */
const PACKAGES: Readonly<Record<string, ExcludedModules>> = {
  [DOM]: {
    exports: ['hydrateRoot'],
    // Markup of a server (18), <SuspenseList> (19), elements that move into the head of the page (26, 27),
    // <ViewTransition> (30), <Activity> (31).
    kinds: [18, 19, 26, 27, 30, 31],
    // What these hold as long as there is no fiber of such a kind, and no root that was hydrated.
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
      // What the browsers of the product can do.
      canUseDOM: '!0',
      canUseCompositionEvent: '!0',
      isInputEventSupported: '!0',
      useFallbackCompositionData: '!1',
      skipSelectionChangeEvent: '!1',
      // React's developer tools look at development builds.
      injectedHook: 'null',
    },
    members: { isDehydrated: '!1', dehydrated: 'null' },
    expressions: {
      // How long content that has come still waits when a placeholder was shown just before: then React may commit a tree twice
      // and throw (#177), where an update came in between. What has come is shown at once.
      '10 < exitStatus': '!1',
      '"undefined" !== typeof __REACT_DEVTOOLS_GLOBAL_HOOK__': '!1',
      '(lanes & 335544064) === lanes': '!1',
      '(committedLanes & 335544064) === committedLanes': '!1',
    },
    // `onBeforeInput`, as React puts it together.
    calls: { popHydrationState: '!1', getNativeBeforeInputChars: 'null', getFallbackBeforeInputChars: 'null' },
    // Some are still named where they are never called; others would look for something that is never there.
    bodies: {
      isHostHoistableType: 'return !1;',
      preconnectAs: '',
      preload: '',
      preloadModule: '',
      preinitStyle: '',
      preinitScript: '',
      preinitModuleScript: '',
      insertSuspendedStylesheets: '',
      // Commits wait for sheets and, within a <ViewTransition>, for images.
      preloadInstanceAndSuspendIfNeeded: 'workInProgress.flags &= -16777217;',
      accumulateSuspenseyCommitOnFiber: '',
      waitForCommitToBeReady: 'return null;',
      // Events that wait until markup of a server is alive.
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
      // It would start navigations of a page that is not ours, to make the browser show that it waits.
      defaultOnDefaultTransitionIndicator: '',
      // Names of components for the console. In a build they say nothing, and React calls components anew to find them.
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
  // src/shared/api/call.ts and session/cognito-client.ts write requests by headers, options, body and fetch or post.
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
    // Every call of the product says itself what an error is.
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
  // Messages arrive parsed and are given their formatters; of these the product uses numbers, days and plurals.
  '@formatjs/intl/index.js': {
    exports: [],
    properties: ['getDurationFormat', 'getRelativeTimeFormat', 'getListFormat', 'getDisplayNames'],
  },
  'intl-messageformat/index.js': { exports: [], bodies: { createDefaultFormatters: '' } },
};

// Words that also mean other things in other people's code.
const AMBIGUOUS = new Set(['Activity', 'Profiler', 'browser', 'cache', 'preload']);
const NAMES = Object.values(PACKAGES)
  .flatMap(({ exports }) => exports)
  .filter((name) => !AMBIGUOUS.has(name));
const PROPS = [...(PACKAGES[DOM]?.pairs ?? []), 'onBeforeInput'];
const USE = new RegExp(`\\.(${NAMES.join('|')})\\b|\\b(${PROPS.join('|')})\\s*:`);

/** Builds packages without what the product does not use, and says so when some code begins to use it of React. */
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
        if (used) throw new Error(`${chunk.fileName} uses React's ${used}, which build/strip-unused.ts leaves out.`);
      }
    },
  };
}

/** What a piece of code uses of React although the build leaves it out. */
export function unavailable(code: string): string | undefined {
  const found = USE.exec(code);
  return found?.[1] ?? found?.[2];
}
