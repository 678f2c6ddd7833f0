/** What somebody can be told of by mail, in the order in which it is shown. */
export const NOTIFICATION_KINDS = [
  'assigned',
  'offered',
  'delegated',
  'dueSoon',
  'overdue',
  'mentioned',
  'reading',
  'lateReading',
  'standIn',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];
