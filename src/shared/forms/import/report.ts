import type { FaultParams } from '../definition-faults.ts';

/**
 * Effect on a component: `info` has no visible effect, `part` loses something of it, `none` loses the whole component.
 */
type Loss = 'info' | 'part' | 'none';

/** Stable codes of notes; the screen has a text in each language for each. */
const IMPORT_CODES = {
  'format.unknown': 'none',
  'format.invalid': 'none',
  'limit.reached': 'none',
  'component.malformed': 'none',
  'component.unknown': 'none',
  'component.unsupported': 'none',
  'component.hidden': 'none',
  'component.nested': 'none',
  'component.refused': 'none',
  'component.replaced': 'part',
  'component.decoration': 'info',
  'layout.flattened': 'info',
  'key.changed': 'info',
  'label.made': 'info',
  'text.shortened': 'part',
  'options.changed': 'info',
  'options.external': 'part',
  'condition.dropped': 'part',
  'expression.dropped': 'part',
  'rule.dropped': 'part',
  'default.dropped': 'part',
  'content.reduced': 'part',
  'setting.dropped': 'part',
} as const satisfies Readonly<Record<string, Loss>>;
export type ImportCode = keyof typeof IMPORT_CODES;

export interface ImportNote {
  /** JSON pointer of the component in the imported source. */
  readonly pointer: string;
  /** Type and key of the component, as `number amount`; empty for the form itself. */
  readonly component: string;
  readonly code: ImportCode;
  /** Details in the words of the source: a name, an expression, an address; may be empty. */
  readonly detail: string;
  /** Why it could not be used, as a fault of definitions. */
  readonly why?: FaultParams;
}

/** One component of the source. */
export interface ImportedComponent {
  readonly pointer: string;
  readonly type: string;
  readonly carried: 'full' | 'part' | 'none';
}

/** Position of a note. */
export interface Place {
  readonly pointer: string;
  readonly component: string;
}

const NOTES_MAX = 1000;
const COMPONENTS_MAX = 2000;
const DETAIL_MAX = 300;
const ORDER: readonly Loss[] = ['info', 'part', 'none'];

/** Makes text storable: removes NUL and lone surrogates, and limits its length. */
export function cleaned(text: string, max = Number.POSITIVE_INFINITY): string {
  const kept = text.length > max ? text.slice(0, max) : text;
  return kept.replaceAll('\u0000', '').toWellFormed();
}

/** Collects notes and components; both are bounded. */
export class Report {
  readonly notes: ImportNote[] = [];
  private readonly known = new Set<string>();
  private readonly types = new Map<string, string>();
  private readonly losses = new Map<string, Loss>();
  private isFull = false;

  /** Begins a component; returns `false` when there are too many. */
  begin(place: Place, type: string): boolean {
    if (this.types.size >= COMPONENTS_MAX) {
      if (!this.isFull) this.note(place, 'limit.reached', `${COMPONENTS_MAX}`);
      this.isFull = true;
      return false;
    }
    this.types.set(place.pointer, cleaned(type, 60));
    return true;
  }

  note(place: Place, code: ImportCode, detail = '', why?: FaultParams): void {
    const loss = IMPORT_CODES[code];
    const before = this.losses.get(place.pointer) ?? 'info';
    this.losses.set(place.pointer, ORDER.indexOf(loss) > ORDER.indexOf(before) ? loss : before);
    const cleanDetail = cleaned(detail.slice(0, 2000).replace(/\s+/g, ' ').trim(), DETAIL_MAX);
    const note = { ...place, code, detail: cleanDetail, ...(why && { why }) };
    const name = `${note.pointer} ${code} ${cleanDetail} ${why?.detail}`;
    if (this.notes.length >= NOTES_MAX || this.known.has(name)) return;
    this.known.add(name);
    this.notes.push(note);
  }

  components(): readonly ImportedComponent[] {
    return [...this.types].map(([pointer, type]) => {
      const loss = this.losses.get(pointer) ?? 'info';
      return { pointer, type, carried: loss === 'info' ? 'full' : loss };
    });
  }
}
