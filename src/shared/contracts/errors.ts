/** Every code that the API can answer: its HTTP status and its English text. Codes are stable; texts of the other languages stand in the message catalogues under `problem.<code>`. */
export const ERRORS = {
  'request.invalid': { status: 400, text: 'Some of what was sent cannot be read.' },
  'request.missing_parameter': { status: 400, text: 'Missing the required parameter {parameter}' },
  'request.not_found': { status: 404, text: 'There is nothing at this address.' },
  'request.too_large': { status: 413, text: 'The request is larger than {limit}.' },
  'request.media_type': { status: 415, text: 'This kind of content is not accepted here.' },
  'session.missing': { status: 401, text: 'Sign in to continue.' },
  'session.expired': { status: 401, text: 'Your session has expired.' },
  'session.revoked': { status: 401, text: 'You were signed out.' },
  'token.not_accepted': { status: 401, text: 'This token is not accepted.' },
  'identity.unavailable': { status: 503, text: 'The sign-in service does not answer. Your session is kept.' },
  'access.denied': { status: 403, text: 'You may not do this.' },
  'scope.missing': { status: 403, text: 'This token does not allow {needed}.' },
  'origin.not_allowed': { status: 403, text: "This page's address is not on the allowed list." },
  'tenant.choice_required': { status: 409, text: 'Choose an organisation.' },
  'tenant.not_a_member': { status: 403, text: 'You do not belong to {tenant}.' },
  'tenant.suspended': { status: 403, text: '{tenant} is suspended.' },
  'edit.precondition_missing': { status: 428, text: 'Say which version you changed.' },
  'edit.conflict': { status: 412, text: '{name} changed this at {time}.' },
  'idempotency.key_missing': { status: 400, text: 'An idempotency key is needed.' },
  'idempotency.key_reused': { status: 422, text: 'This key was used for another request.' },
  'idempotency.in_progress': { status: 409, text: 'The first request is still running.' },
  'rate.exceeded': { status: 429, text: 'Too many requests. Try again in {seconds} s.' },
  'query.timeout': { status: 503, text: 'The list took too long; narrow the filters.' },
  'server.error': { status: 500, text: 'System error' },
  'server.stopping': { status: 503, text: 'The server is restarting.' },
  'filter.unknown_field': { status: 400, text: 'There is no field {field}.' },
  'filter.unknown_operator': { status: 400, text: '{field} cannot be compared by {operator}.' },
  'filter.bad_value': { status: 400, text: '{value} is not a {type}.' },
  'filter.malformed': { status: 400, text: 'Write field=operator:value.' },
  'filter.too_many': { status: 400, text: 'At most {max} conditions.' },
  'filter.too_broad': { status: 422, text: 'Too many rows to search; add a condition.' },
  'sort.unknown_field': { status: 400, text: 'It cannot be sorted by {field}.' },
  'page.cursor_mismatch': { status: 400, text: 'The list was changed; start from its first page.' },
  'live.too_many_streams': { status: 429, text: 'Too many open connections.' },
  'field.required': { status: 422, text: 'Field {attribute} should be filled out.' },
  'field.too_short': { status: 422, text: 'Needs a longer {attribute}' },
  'field.too_long': { status: 422, text: '{attribute} is longer than {max}.' },
  'field.number_range': { status: 422, text: '{attribute} must be from {min} to {max}.' },
  'field.not_a_number': { status: 422, text: '{attribute} is not a number.' },
  'field.not_whole': { status: 422, text: '{attribute} must be a whole number.' },
  'field.decimals': { status: 422, text: '{attribute} can have at most {max} decimal places.' },
  'field.date': { status: 422, text: 'Enter a date in the form {example}.' },
  'field.date_range': { status: 422, text: '{attribute} must be from {min} to {max}.' },
  'field.choice_unknown': { status: 422, text: '{value} is not on the list.' },
  'field.type': { status: 422, text: '{attribute} cannot be read.' },
  'field.pattern': { status: 422, text: '{attribute} does not have the right form.' },
  'field.unknown': { status: 422, text: 'The form has no field {attribute}.' },
  'field.not_editable': { status: 422, text: '{attribute} cannot be changed here.' },
  'field.rows': { status: 422, text: '{attribute} needs {min} to {max} rows.' },
  'field.rule': { status: 422, text: '{message}' },
  'recovery.failed': {
    status: 422,
    text: 'We could not reset your password. Please contact your administrator or try again later.',
  },
  'provider.not_found': { status: 404, text: 'There is no identity provider {name}.' },
  'field.email': { status: 422, text: 'Invalid email format' },
  'field.phone': { status: 422, text: 'Not a valid number' },
  'user.invalid': { status: 422, text: 'Please correct the marked fields.' },
  'user.email_taken': { status: 409, text: 'Somebody else signs in with this e-mail address.' },
  'file.not_found': { status: 404, text: 'This file does not exist, or you may not see it.' },
  'file.type_refused': { status: 415, text: 'This file type is not allowed: {type}' },
  'file.content_mismatch': { status: 422, text: 'The content of the file cannot be read as {type}.' },
  'file.picture_size': { status: 422, text: 'The picture may be {max} × {max} pixels at most.' },
  'user.not_found': { status: 404, text: 'This user does not exist, or you may not see it.' },
  'user.disabled': { status: 422, text: '{name} is not active.' },
  'group.not_found': { status: 404, text: 'This group does not exist, or you may not see it.' },
  'tenant.not_found': { status: 404, text: 'This organisation does not exist, or you may not see it.' },
  'delegation.not_found': { status: 404, text: 'This delegation does not exist, or you may not see it.' },
  'delegation.overlap': { status: 409, text: 'overlap' },
  'delegation.dates_reversed': { status: 422, text: 'The start date cannot be after the end date.' },
  'delegation.to_self': { status: 422, text: 'Choose another person.' },
  'delegation.comment_too_long': { status: 422, text: 'The comment can have at most {max} characters.' },
  'delegation.delegate_disabled': { status: 422, text: '{name} is not active.' },
  'delegation.held': { status: 409, text: 'This delegation is about to be removed.' },
  'held.not_found': { status: 404, text: 'There is nothing to undo.' },
  'held.already_done': { status: 409, text: 'It is done already and cannot be undone.' },
  'view.not_found': { status: 404, text: 'This view does not exist, or you may not see it.' },
  'view.slug_taken': { status: 409, text: 'Another view is already called {slug} in addresses.' },
  'view.unknown_column': { status: 422, text: 'The list has no column {column}.' },
  'view.too_many': { status: 422, text: 'At most {max} views of your own; delete one first.' },
  'view.in_use': { status: 409, text: '{count} menu entries open this view.' },
  'task.not_found': { status: 404, text: 'This task does not exist, or you may not see it.' },
  'task.already_completed': { status: 409, text: '{name} completed this at {time}.' },
  'task.cancelled': { status: 409, text: 'This task was cancelled.' },
  'task.claimed_by_other': { status: 409, text: '{name} has taken this task.' },
  'task.held': { status: 409, text: '{name} is completing this.' },
  'task.not_claimed': { status: 409, text: 'This task is not assigned to you.' },
  'mass.empty': { status: 422, text: 'No task is chosen.' },
  'mass.too_many': { status: 422, text: 'At most {max} tasks.' },
  'mass.mixed_kinds': { status: 422, text: 'The tasks are of different kinds.' },
  'mass.nothing_failed': { status: 409, text: 'Nothing failed.' },
  'mass.not_found': { status: 404, text: 'This mass action does not exist, or you may not see it.' },
  'outcome.unknown': { status: 422, text: 'There is no outcome {outcome}.' },
  'outcome.required': { status: 422, text: 'Choose an outcome.' },
  'task.not_delegated': { status: 409, text: 'This task is not delegated.' },
  'task.returns': { status: 409, text: 'Give the task back: {name} decides.' },
  'task.confidential': { status: 403, text: 'This kind of task cannot be passed on.' },
  'snooze.after_due': { status: 422, text: 'The date is after the due time.' },
  'snooze.not_ahead': { status: 422, text: 'Choose a time in the future, at most a year ahead.' },
  'snooze.clock_runs': { status: 403, text: 'You may not stop the clock of this task.' },
  'snooze.clock_stopped': { status: 409, text: '{name} has stopped the clock until {time}.' },
  'comment.too_long': { status: 422, text: 'The comment can have at most {max} characters.' },
  'comment.not_found': { status: 404, text: 'This comment does not exist, or you may not see it.' },
  'mention.not_visible': { status: 422, text: 'Cannot see this task: {names}' },
  'comment.required': { status: 422, text: 'A comment is required.' },
  'form.not_found': { status: 404, text: 'This form does not exist, or you may not see it.' },
  'form.id_taken': { status: 409, text: '{value} is already taken.' },
  'form.in_use': { status: 409, text: 'It is used by {count} other things.' },
  'form.invalid': { status: 422, text: 'Please correct the marked fields.' },
  'draft.conflict': { status: 409, text: 'You changed this in another window at {time}.' },
  'form.definition_invalid': { status: 422, text: 'The form has errors.' },
  'process.not_found': { status: 404, text: 'This process does not exist, or you may not see it.' },
  'process.unreadable': { status: 422, text: 'This is not a BPMN 2.0 file: {detail}' },
  'process.refused': { status: 422, text: 'This process cannot be deployed; see what to change.' },
  'process.unsupported_element': { status: 422, text: '{element} at line {line} is not supported.' },
  'process.suspended': { status: 409, text: '{name} does not start at the moment.' },
  'process.runs_away': { status: 422, text: 'The process does not come to rest; nothing was changed.' },
  'process.variables_too_large': { status: 413, text: 'The variables of a process may take {limit} at most.' },
  'instance.not_found': { status: 404, text: 'This process instance does not exist, or you may not see it.' },
  'instance.ended': { status: 409, text: 'It has ended.' },
  'instance.locked': { status: 409, text: 'It is being worked on; try again.' },
  'adhoc.node_unknown': { status: 422, text: 'There is no activity {node} to start here.' },
  'adhoc.busy': { status: 409, text: 'Another activity is running; finish it first.' },
  'setting.unknown': { status: 404, text: 'There is no setting {key}.' },
  'message.no_receiver': { status: 404, text: 'Nothing waits for {name}.' },
} as const satisfies Record<string, { status: number; text: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** What a code may need to say: names, limits, times. Values are shown as they are. */
export type ErrorParams = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** One fault in what was sent. `pointer` is a JSON pointer into the body, `?name` for a query parameter, `#name` for a multipart part. */
export interface FieldError {
  readonly pointer: string;
  readonly code: ErrorCode;
  readonly params?: ErrorParams;
  /** In the language of the request; only in answers. */
  readonly title?: string;
}

/** RFC 9457 problem details as the API sends them. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  readonly instance: string;
  readonly code: ErrorCode;
  readonly params?: ErrorParams;
  readonly errors?: readonly FieldError[];
}
