/** The current view: a list or a manual. */
export interface Place {
  readonly view: 'to-read' | 'all' | 'confirmed';
  readonly manualId: string | null;
  readonly readingId: string | null;
  readonly number: number | null;
}
