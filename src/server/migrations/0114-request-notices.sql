-- E-mails that a request was received, and that it ended. task_id is the case.
ALTER TABLE notification DROP CONSTRAINT notification_kind_check;
ALTER TABLE notification ADD CONSTRAINT notification_kind_check
  CHECK (kind IN ('assigned', 'offered', 'dueSoon', 'overdue', 'mentioned', 'delegated', 'reading', 'lateReading', 'requestReceived', 'requestEnded', 'requestReply'));
