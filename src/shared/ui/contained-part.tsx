import { type ComponentType, lazy, type ReactNode, useContext } from 'react';
import { elementMessages } from '../element/element.messages.ts';
import { ErrorBoundary } from '../element/error-boundary.tsx';
import { Failed } from '../element/failed.tsx';
import { WidgetContext } from '../element/widget-context.ts';
import { language } from '../locale/language.ts';
import { inTime } from './in-time.ts';
import { showSnack } from './snackbar.ts';

/**
 * Like `lazyPart`, for parts of an element: a part that fails to load or render, for example without a connection, does
 * not take the rest of the element and its input with it. A part with `onClose` is closed with a snackbar; others show
 * the error in place, with a retry button.
 */
export function containedPart<Name extends string, Props extends object>(
  load: () => Promise<{ readonly [one in Name]: ComponentType<Props> }>,
  name: Name,
): (props: Props) => ReactNode {
  const begin = () => lazy(async () => ({ default: (await inTime(load()))[name] as ComponentType<object> }));
  let Part = begin();
  return (props) => {
    const widget = useContext(WidgetContext);
    const { onClose } = props as { onClose?: () => void };
    const onError = (error: unknown) => {
      widget?.emit('verva-error', { code: 'element.failed', error });
      // A lazy component caches its failure.
      Part = begin();
      if (!onClose) return;
      showSnack({ text: elementMessages.text(language.peek(), 'failed'), color: 'red' });
      onClose();
    };
    return (
      <ErrorBoundary onError={onError} fallback={(_error, retry) => (onClose ? null : <Failed retry={retry} />)}>
        <Part {...props} />
      </ErrorBoundary>
    );
  };
}
