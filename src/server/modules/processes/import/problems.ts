import type { CompileNote, CompileProblem } from '../engine/model.ts';

type List = CompileProblem['list'];

/** All problems of a model by the work they need: finish the model, translate it, unsupported, broken document. */
const LISTS = {
  'document.size': 'document',
  'document.encoding': 'document',
  'document.doctype': 'document',
  'document.namespace': 'document',
  'document.broken': 'document',
  'document.elements': 'document',
  'document.nesting': 'document',
  'element.id': 'document',
  'element.unsupported': 'unsupported',
  'event.unsupported': 'unsupported',
  'event.multiple': 'unsupported',
  'event.name': 'finish',
  'event.timer': 'finish',
  'event.instantiating': 'unsupported',
  'process.none': 'finish',
  'process.empty': 'finish',
  'process.start': 'finish',
  'process.four_eyes': 'finish',
  'process.managers_see': 'finish',
  'process.people_shown': 'finish',
  'process.withdraw': 'finish',
  'process.icon': 'finish',
  'name.translation': 'finish',
  'flow.ends': 'finish',
  'flow.scope': 'finish',
  'gateway.condition': 'finish',
  'gateway.default': 'finish',
  'gateway.targets': 'finish',
  'gateway.joins': 'unsupported',
  'boundary.host': 'finish',
  'sub.empty': 'finish',
  'sub.start': 'finish',
  'link.target': 'finish',
  'loop.collection': 'finish',
  'loop.condition': 'finish',
  'call.process': 'finish',
  'call.version': 'unsupported',
  'action.missing': 'finish',
  'action.unknown': 'finish',
  'action.input': 'finish',
  'action.code': 'translate',
  'script.missing': 'finish',
  'script.language': 'translate',
  'expression.language': 'translate',
  'expression.mixed': 'translate',
  mapping: 'translate',
  'variable.name': 'translate',
  'feel.syntax': 'translate',
  'feel.size': 'translate',
  'feel.function': 'translate',
  'feel.name': 'translate',
  'feel.range': 'translate',
  'feel.cost': 'translate',
  'feel.result': 'translate',
} satisfies Record<string, List>;

export type ProblemCode = keyof typeof LISTS;

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

  problem(code: ProblemCode, element: Named | undefined, detail: string): void {
    this.problems.push({ code, ...this.#locate(element), detail, list: LISTS[code] });
  }

  note(code: string, element: Named | undefined, detail: string): void {
    this.notes.push({ code, ...this.#locate(element), detail });
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
