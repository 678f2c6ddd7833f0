import { useSignalEffect, useSignals } from '@preact/signals-react/runtime';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from '../element/error-boundary.tsx';
import { Failed } from '../element/failed.tsx';
import { type Widget, WidgetContext } from '../element/widget-context.ts';
import { language } from '../locale/language.ts';
import { useAllWords } from '../locale/use-messages.ts';
import { density, theme } from '../page/display.ts';
import { person } from '../page/person.ts';
import { isForeignPage, session } from '../session/index.ts';
import { RecentSignIn } from '../ui/recent-sign-in.tsx';
import { SessionEnded } from '../ui/sign-in.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { SnackbarHost } from '../ui/snackbar-host.tsx';

export interface WidgetRootProps {
  readonly widget: Widget;
  readonly Component: ComponentType<object>;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Wrapper between a custom element and its component: theme, language, context, and an error boundary. */
export function WidgetRoot({ widget, Component, values }: WidgetRootProps): ReactNode {
  useSignals();
  useSession(widget);
  const { theme: ownTheme, density: ownDensity, ...props } = values;
  return (
    <WidgetContext value={widget}>
      <div
        className="verva-root"
        lang={language.value}
        data-theme={(ownTheme as string | undefined) ?? theme.value}
        data-density={(ownDensity as string | undefined) ?? density.value}
      >
        <Suspense fallback={<Skeleton />}>
          {/* Remounts for another user, without anything rendered, fetched or typed before. */}
          <ErrorBoundary
            key={person.value}
            fallback={(_error, retry) => <Failed retry={retry} />}
            onError={(error) => widget.emit('verva-error', { code: 'element.failed', error })}
          >
            <WithWords>
              {!widget.host.hasAttribute('data-nested') && <SessionEnded />}
              <Component {...props} />
            </WithWords>
          </ErrorBoundary>
          <SnackbarHost />
          {isForeignPage() && <RecentSignIn />}
        </Suspense>
      </div>
    </WidgetContext>
  );
}

/** Dispatches an event when the session has ended. */
function useSession(widget: Widget): void {
  useSignalEffect(() => {
    const state = session.value;
    if (state.status === 'signed-out' && state.reason === 'expired') widget.emit('verva-session-expired');
  });
}

function WithWords({ children }: { readonly children: ReactNode }): ReactNode {
  useAllWords();
  return children;
}
