import { useEffect, useRef } from 'react';
import { type CommandDetail, useWidget } from '../../../shared/element/index.ts';

/** What a page may ask of the task it shows, by an event `verva-task-command` on the element. */
export type TaskCommand = CommandDetail<'verva-task-command'>['command'];

const COMMANDS: readonly string[] = ['assign', 'complete', 'claim', 'comment'] satisfies readonly TaskCommand[];

/** Carries out commands of the page around. What the person may not do, or nobody knows, does nothing. */
export function useCommands(run: (command: TaskCommand) => void): void {
  const { host } = useWidget();
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    const hear = (event: Event) => {
      const command: unknown = (event as CustomEvent<{ command?: unknown } | null>).detail?.command;
      if (typeof command === 'string' && COMMANDS.includes(command)) latest.current(command as TaskCommand);
    };
    host.addEventListener('verva-task-command', hear);
    return () => host.removeEventListener('verva-task-command', hear);
  }, [host]);
}
