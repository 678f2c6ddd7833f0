/** Kinds of e-mail notifications, in display order. */
export const NOTIFICATION_KINDS = [
  'assigned',
  'offered',
  'delegated',
  'dueSoon',
  'overdue',
  'mentioned',
  'requestReply',
  'reading',
  'lateReading',
  'standIn',
  'security',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];
