import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { ApiError } from './api-error.ts';

const RETRIES = 2;

/** The one cache of server state that all elements of this page share. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: true,
      // A refusal stays a refusal; only what may pass by itself is tried again.
      retry: (failures, error) => failures < RETRIES && isPassing(error),
    },
    mutations: { retry: false },
  },
});

function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'network' || error.status >= 502);
}

/** Gives a component the page's query client. Only widgets that use react-query pay for it. */
export function withQueries<Props extends object>(Component: ComponentType<Props>): ComponentType<Props> {
  return function WithQueries(props: Props): ReactNode {
    return (
      <QueryClientProvider client={queryClient}>
        <Component {...props} />
      </QueryClientProvider>
    );
  };
}
