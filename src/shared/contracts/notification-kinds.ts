/** Kinds of e-mail notifications, in display order. */
export const NOTIFICATION_KINDS = [
  'assigned',
  'offered',
  'delegated',
  'dueSoon',
  'overdue',
  'mentioned',
  'requestReceived',
  'requestEnded',
  'requestReply',
  'reading',
  'lateReading',
  'standIn',
  'security',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];
