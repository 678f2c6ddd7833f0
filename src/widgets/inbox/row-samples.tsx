import { ArrowRightLeft, type LucideIcon, MessageSquare, PenLine } from 'lucide-react';
import { memo, type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { Icon } from '../../shared/ui/icon.tsx';
import { StatusShape } from '../../shared/ui/status-shape.tsx';
import type { Heights } from './layout.rules.ts';
import type { Column } from './setup.rules.ts';

interface Props {
  /** A row with every part that the columns allow, of which all rows are copies. */
  readonly sample: Ref<Element>;
  readonly columns: readonly Column[];
  /** Told before what was drawn is seen. */
  readonly onMeasure: (heights: Heights) => void;
}

/**
 * Rows and a heading that nobody sees: to know how high they are, with this font, density, device and these fields;
 * and what rows are made of.
 */
export const RowSamples = memo(function RowSamples({ sample, columns, onMeasure }: Props): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useImperativeHandle(sample, () => box.current?.lastElementChild as Element, []);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    let known = '';
    const measure = () => {
      const [row = 0, tall = 0, head = 0] = [...element.children].map((one) => one.getBoundingClientRect().height);
      const now = `${row} ${tall} ${head}`;
      // Where nothing is drawn, as behind a task on a phone, nothing is learnt.
      if (row === 0 || now === known) return;
      known = now;
      const heights = { row, tall: columns.includes('onBehalfOf') ? tall : row, head };
      flushSync(() => onMeasure(heights));
    };
    // It looks when everything has been laid out. Asking here would have that done now, for each list of the page by itself.
    const observer = new ResizeObserver(measure);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [columns, onMeasure]);
  return (
    <div ref={box} className="samples" aria-hidden="true" inert>
      <Sample columns={columns} />
      <Sample columns={columns} isTall />
      <h2>X</h2>
      <Sample columns={columns} isTall isWhole />
    </div>
  );
});

/** Shape, name, process and number, due, what else was chosen, and for whom when it is somebody else's. */
function Sample({
  columns,
  isTall,
  isWhole,
}: Pick<Props, 'columns'> & { readonly isTall?: boolean; readonly isWhole?: boolean }): ReactNode {
  const hasExtras = columns.includes('assignee') || columns.includes('priority') || columns.includes('created');
  return (
    <div className="item">
      {isWhole && <StatusShape status="overdue" />}
      {isWhole && <StatusShape status="notdue" />}
      <StatusShape status="open" />
      <span className="name cut">X</span>
      <span className="meta">
        <span className="cut">X</span>
        <span className="nowrap">X</span>
        {isWhole && <Mark of={MessageSquare}>X</Mark>}
        {isWhole && <Mark of={PenLine} />}
      </span>
      {columns.includes('due') && <span className="due">{isWhole && 'X'}</span>}
      {hasExtras && <span className="extras cut">X</span>}
      {isTall && (
        <span className="behalf">
          <Icon of={ArrowRightLeft} />
          <span className="cut">X</span>
        </span>
      )}
    </div>
  );
}

/** Something that the task has. Rows put it in words, for those who do not see it, and when a pointer stays. */
function Mark({ of, children }: { readonly of: LucideIcon; readonly children?: ReactNode }): ReactNode {
  return (
    <span className="draft" role="img">
      <Icon of={of} size="s" />
      {children}
    </span>
  );
}
