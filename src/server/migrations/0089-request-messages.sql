-- E-mails about messages of a request. task_id is the case for the requester, and a task of it for its holders.
ALTER TABLE notification DROP CONSTRAINT notification_kind_check;
ALTER TABLE notification ADD CONSTRAINT notification_kind_check
  CHECK (kind IN ('assigned', 'offered', 'dueSoon', 'overdue', 'mentioned', 'delegated', 'reading', 'lateReading', 'requestReply'));
