import { useEffect, useRef } from 'react';
import { type CommandDetail, useWidget } from '../../../shared/element/index.ts';

/** Commands that a page can send to the displayed task, by a `verva-task-command` event on the element. */
export type TaskCommand = CommandDetail<'verva-task-command'>['command'];

const COMMANDS: readonly string[] = ['assign', 'complete', 'claim', 'comment'] satisfies readonly TaskCommand[];

/** Executes commands of the surrounding page. Ignores unknown commands and those without permission. */
export function useCommands(run: (command: TaskCommand) => void): void {
  const { host } = useWidget();
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    const listener = (event: Event) => {
      const command: unknown = (event as CustomEvent<{ command?: unknown } | null>).detail?.command;
      if (typeof command === 'string' && COMMANDS.includes(command)) latest.current(command as TaskCommand);
    };
    host.addEventListener('verva-task-command', listener);
    return () => host.removeEventListener('verva-task-command', listener);
  }, [host]);
}
