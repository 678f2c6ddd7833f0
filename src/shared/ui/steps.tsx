import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useStyles } from '../element/use-styles.ts';
import { Icon } from './icon.tsx';
import styles from './styles/steps.css?inline';

interface Props {
  /** Names of the steps, in order. */
  readonly steps: readonly string[];
  /** Index of the current step. */
  readonly current: number;
  readonly label: string;
}

/** Steps of a task that takes several pages; earlier ones are ticked. */
export function Steps({ steps, current, label }: Props): ReactNode {
  useStyles(styles);
  return (
    <ol className="steps" aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={index < current ? 'done' : undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className="n">{index < current ? <Icon of={Check} /> : index + 1}</span>
          <span className="word">{step}</span>
        </li>
      ))}
    </ol>
  );
}
