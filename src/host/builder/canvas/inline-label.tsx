import { type ReactNode, useEffect, useRef, useState } from 'react';
import { textOf } from '../../../shared/forms/index.ts';
import { useBuilder } from '../builder-context.ts';
import { labelText } from '../builder-text.ts';
import { setLabel } from '../commands.ts';
import { nodeLabel } from '../edits/edit.ts';
import type { AnyNode, NodeId } from '../edits/tree.ts';

/** Edits the label of a node in place: Enter accepts, Escape cancels. */
export function InlineLabel({ id, node }: { readonly id: NodeId; readonly node: AnyNode }): ReactNode {
  const builder = useBuilder();
  const { store, view, t } = builder;
  const language = store.languageId.peek();
  const { texts } = nodeLabel(node);
  const [text, setText] = useState(() => textOf(texts, language));
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => field.current?.select(), []);
  const finish = (isTaken: boolean, isByKey: boolean) => {
    if (isDone.current) return;
    isDone.current = true;
    view.editing.value = null;
    if (isTaken && text.trim() !== textOf(texts, language)) setLabel(builder, id, text);
    if (isByKey) view.focus.value += 1;
  };
  return (
    <input
      ref={field}
      className="fb-inline"
      data-own-keys=""
      aria-label={t('node.rename', { name: labelText({ texts, type: node.type }, language, t) })}
      value={text}
      maxLength={500}
      onChange={(event) => setText(event.target.value)}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) finish(true, true);
        if (event.key === 'Escape') finish(false, true);
      }}
      onBlur={() => finish(true, false)}
    />
  );
}
