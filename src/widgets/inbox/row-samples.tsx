import { type LucideIcon, MessageSquare, PenLine } from 'lucide-react';
import { memo, type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { Icon } from '../../shared/ui/icon.tsx';
import { StatusShape } from '../../shared/ui/status-shape.tsx';
import type { Heights } from './layout.rules.ts';
import type { Column } from './setup.rules.ts';

interface Props {
  /** A row with every part that the columns allow, cloned for all rows. */
  readonly sample: Ref<Element>;
  readonly columns: readonly Column[];
  /** Called before the rendered rows are painted. */
  readonly onMeasure: (heights: Heights) => void;
}

/**
 * Hidden rows and a heading: they measure the heights for the current font, density, device and columns, and are the
 * templates of the rows.
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
      // Nothing can be measured while the list is hidden, as behind a task on mobile.
      if (row === 0 || now === known) return;
      known = now;
      const heights = { row, tall: columns.includes('onBehalfOf') ? tall : row, head };
      flushSync(() => onMeasure(heights));
    };
    // Measures after layout. Reading here would force a layout for each list of the page.
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

/**
 * Status, subject and step, process with its icon and number, due date, other selected columns, and the owner of a delegated
 * task. What `drawPictures` draws later has its room from the start.
 */
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
      <span className="name cut">
        <span className="subject">X</span>
        <span className="kind">X</span>
      </span>
      <span className="meta">
        <span className="cut">
          <svg className="i i-s" viewBox="0 0 24 24" aria-hidden="true">
            <path />
          </svg>
          X
        </span>
        {isWhole && <Mark of={MessageSquare}>X</Mark>}
        {isWhole && <Mark of={PenLine} />}
        <span className="number">X</span>
      </span>
      {columns.includes('due') && <span className="due">{isWhole && 'X'}</span>}
      {hasExtras && <span className="extras cut">X</span>}
      {isTall && (
        <span className="behalf">
          <span className="pair" aria-hidden="true">
            <span className="av" />
            <span className="av" />
          </span>
          <span className="cut">X</span>
        </span>
      )}
    </div>
  );
}

/** A property of a task, as an icon. Rows add its text for screen readers and as a tooltip. */
function Mark({ of, children }: { readonly of: LucideIcon; readonly children?: ReactNode }): ReactNode {
  return (
    <span className="draft" role="img">
      <Icon of={of} size="s" />
      {children}
    </span>
  );
}
