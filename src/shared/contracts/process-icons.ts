/** Icons that a model chooses from for its process (`verva:icon`); lists draw `workflow` for a process without one. */
export const PROCESS_ICONS = [
  'book',
  'box',
  'calendar',
  'cart',
  'clock',
  'contract',
  'document',
  'invoice',
  'key',
  'laptop',
  'money',
  'people',
  'person',
  'plane',
  'shield',
  'stamp',
  'tool',
  'truck',
  'warning',
  'workflow',
] as const;
export type ProcessIcon = (typeof PROCESS_ICONS)[number];
