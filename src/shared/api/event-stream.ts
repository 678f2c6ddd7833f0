/** One message of a text/event-stream. */
export interface StreamEvent {
  readonly type: string;
  readonly data: string;
  readonly id: string | undefined;
}

export interface StreamReader {
  /** Reads the next chunk, cut anywhere, and returns the messages that it completes. */
  read(text: string): StreamEvent[];
  /** Id of the last message, or the server's initial one. */
  readonly lastId: string | undefined;
  /** Reconnection delay in milliseconds requested by the server. */
  readonly retry: number | undefined;
}

/** Parses server-sent events according to the HTML standard. */
export function createStreamReader(): StreamReader {
  let rest = '';
  let data: string[] = [];
  let type = '';
  let lastId: string | undefined;
  let retry: number | undefined;

  function take(line: string): StreamEvent | undefined {
    if (line === '') {
      const event = data.length > 0 ? { type: type || 'message', data: data.join('\n'), id: lastId } : undefined;
      data = [];
      type = '';
      return event;
    }
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') data.push(value);
    else if (name === 'event') type = value;
    else if (name === 'id' && !value.includes('\0')) lastId = value;
    else if (name === 'retry' && /^\d+$/.test(value)) retry = Number(value);
    return undefined;
  }

  return {
    get lastId() {
      return lastId;
    },
    get retry() {
      return retry;
    },
    read(text) {
      rest += text;
      const events: StreamEvent[] = [];
      for (;;) {
        const end = /\r\n|\n|\r(?!$)/.exec(rest);
        if (!end) return events;
        const event = take(rest.slice(0, end.index));
        rest = rest.slice(end.index + end[0].length);
        if (event) events.push(event);
      }
    },
  };
}
