import type { Plugin } from 'vite';
import { type LeftOut, withoutUnused } from './left-out.ts';

const DOM = 'react-dom/cjs/react-dom-client.production.js';

/**
 * What the product does not use of React, and no bundler can see: react-dom decides at run time by the kind of a fiber.
 * Each name must be in the file, so that an update of React stops the build rather than bring back 20 kB, or break.
 */
const PACKAGES: Readonly<Record<string, LeftOut>> = {
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
    // Attributes of fonts drawn as SVG and of filters.
    pairs: [
      'accentHeight',
      'alignmentBaseline',
      'arabicForm',
      'baselineShift',
      'capHeight',
      'colorInterpolation',
      'colorInterpolationFilters',
      'colorProfile',
      'colorRendering',
      'enableBackground',
      'floodColor',
      'floodOpacity',
      'fontSizeAdjust',
      'glyphName',
      'glyphOrientationHorizontal',
      'glyphOrientationVertical',
      'horizAdvX',
      'horizOriginX',
      'lightingColor',
      'overlinePosition',
      'overlineThickness',
      'strikethroughPosition',
      'strikethroughThickness',
      'underlinePosition',
      'underlineThickness',
      'unicodeRange',
      'unitsPerEm',
      'vAlphabetic',
      'vHanging',
      'vIdeographic',
      'vMathematical',
      'vertAdvY',
      'vertOriginX',
      'vertOriginY',
      'xmlnsXlink',
      'xHeight',
    ],
    statements: /^(?:FragmentInstance\.prototype\.\w+|ReactDOMSharedInternals\.findDOMNode) = /,
    properties: [
      'useActionState',
      'useCacheRefresh',
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
};

// Words that also mean other things in other people's code.
const AMBIGUOUS = new Set(['Activity', 'Profiler', 'browser', 'cache', 'preload']);
const NAMES = Object.values(PACKAGES)
  .flatMap(({ exports }) => exports)
  .filter((name) => !AMBIGUOUS.has(name));
const PROPS = [...(PACKAGES[DOM]?.pairs ?? []), 'onBeforeInput'];
const USE = new RegExp(`\\.(${NAMES.join('|')})\\b|\\b(${PROPS.join('|')})\\s*:`);

/** Builds React without what the product does not use, and says so when some code begins to use it. */
export function leanReact(): Plugin {
  return {
    name: 'verva:lean-react',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/react(?:-dom)?\// },
      handler(code, id) {
        const leftOut = PACKAGES[id.replace(/.*\/node_modules\//, '')];
        return leftOut && { code: withoutUnused(code, id, leftOut), map: null };
      },
    },
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        const used = chunk.type === 'chunk' && chunk.name !== 'react' ? unavailable(chunk.code) : undefined;
        if (used) throw new Error(`${chunk.fileName} uses React's ${used}, which build/lean-react.ts leaves out.`);
      }
    },
  };
}

/** What a piece of code uses of React although the build leaves it out. */
export function unavailable(code: string): string | undefined {
  const found = USE.exec(code);
  return found?.[1] ?? found?.[2];
}
