/** The work that a problem of a model needs: finish or translate the model, or do without; or the document is broken. */
export type ProcessProblemList = 'finish' | 'translate' | 'unsupported' | 'document';

/** All problems for which a BPMN file is refused. */
export const LIST_OF_PROBLEM = {
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
  'extension.meaning': 'translate',
  'script.missing': 'finish',
  'script.language': 'translate',
  'expression.language': 'translate',
  'expression.mixed': 'translate',
  'process.key': 'finish',
  mapping: 'translate',
  'variable.name': 'translate',
  'feel.syntax': 'translate',
  'feel.size': 'translate',
  'feel.function': 'translate',
  'feel.name': 'translate',
  'feel.range': 'translate',
  'feel.cost': 'translate',
  'feel.result': 'translate',
} as const satisfies Record<string, ProcessProblemList>;

export type ProcessProblemCode = keyof typeof LIST_OF_PROBLEM;

/** What the import reads differently than the file says, which does not prevent deployment. */
const PROCESS_NOTES = [
  'content.ignored',
  'drawing.ignored',
  'event.code',
  'expression.translated',
  'extension.ignored',
  'feel.equality',
  'flow.condition',
  'flow.id',
  'join.cycle',
  'node.unreachable',
  'process.executable',
  'reference.ignored',
  'task.abstract',
  'task.lane',
] as const;

export type ProcessNoteCode = (typeof PROCESS_NOTES)[number];
export type ProcessFindingCode = ProcessProblemCode | ProcessNoteCode;

export const isProcessFinding = (code: string): code is ProcessFindingCode =>
  code in LIST_OF_PROBLEM || (PROCESS_NOTES as readonly string[]).includes(code);
