import {
  LIST_OF_PROBLEM,
  type ProcessNoteCode,
  type ProcessProblemCode,
} from '../../../../shared/contracts/process-findings.rules.ts';
import type { CompileNote, CompileProblem } from '../engine/model.ts';

interface Named {
  id?: string;
  name?: string;
}

/** Collects problems and notes about one document, with the lines of its elements. */
export class Findings {
  readonly problems: CompileProblem[] = [];
  readonly notes: CompileNote[] = [];
  readonly #source: string;
  #lines: Map<string, number> | undefined;

  constructor(source: string) {
    this.#source = source;
  }

  problem(code: ProcessProblemCode, element: Named | undefined, detail: string): void {
    this.problems.push({ code, ...this.#locate(element), detail, list: LIST_OF_PROBLEM[code] });
  }

  note(code: ProcessNoteCode, element: Named | undefined, detail: string): void {
    this.notes.push({ code, ...this.#locate(element), detail });
  }

  /** A note about the document that is worth one line, however often it occurs. */
  noteOnce(code: ProcessNoteCode, detail: string): void {
    if (!this.notes.some((note) => note.code === code && note.detail === detail)) this.note(code, undefined, detail);
  }

  /** Returns the line of the first occurrence of an id, because the parser reports no positions. */
  lineOf(id: string | undefined): number | null {
    if (!id) return null;
    if (!this.#lines) {
      this.#lines = new Map();
      let line = 1;
      let newline = this.#source.indexOf('\n');
      for (const found of this.#source.matchAll(/\sid\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
        // The white space before the attribute may be a line break.
        while (newline >= 0 && newline <= found.index) {
          line += 1;
          newline = this.#source.indexOf('\n', newline + 1);
        }
        const written = found[1] ?? found[2] ?? '';
        if (!this.#lines.has(written)) this.#lines.set(written, line);
      }
    }
    return this.#lines.get(id) ?? null;
  }

  #locate(element: Named | undefined): { element: string; name: string; line: number | null } {
    return { element: element?.id ?? '', name: element?.name ?? '', line: this.lineOf(element?.id) };
  }
}
