import { expect } from '@open-wc/testing';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { language } from '../locale/index.ts';
import { setApiBase } from './base.ts';
import { type LiveEvent, liveState, onLive, resumeLive } from './live.ts';
import { chosenTenant } from './tenant.ts';
import { setTokenSource } from './tokens.ts';

const browserFetch = window.fetch;
let requests: Request[] = [];
let streams: ReadableStreamDefaultController<Uint8Array>[] = [];
const send = (text: string, stream = streams.at(-1)) => stream?.enqueue(new TextEncoder().encode(text));

beforeEach(() => {
  requests = [];
  streams = [];
  setApiBase('https://verva.example');
  setTokenSource(async () => 'token');
  window.fetch = async (input, init) => {
    const request = new Request(input as string, init);
    requests.push(request);
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        streams.push(controller);
        request.signal.addEventListener('abort', () => controller.error(request.signal.reason));
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
});

afterEach(() => {
  window.fetch = browserFetch;
  setApiBase(location.origin);
  setTokenSource(async () => null);
});

describe('onLive', () => {
  it('lets listeners reload when the language of the page changes: names come from the server', async () => {
    const before = language.peek();
    const types: string[] = [];
    const off = onLive(['task.changed'], ({ type }) => types.push(type));
    language.value = before === 'et' ? 'ru' : 'et';
    expect(types).to.deep.equal(['resync']);
    off();
    language.value = before;
    expect(types.length).to.equal(1);
  });

  it('shares one stream with a token and dispatches requested events to each listener', async () => {
    const first: LiveEvent[] = [];
    const second: LiveEvent[] = [];
    const offs = [
      onLive(['task.changed'], (event) => first.push(event)),
      onLive(['inbox.count'], (event) => second.push(event)),
    ];
    await waitUntil(() => streams.length === 1);
    send('event: task.changed\nid: 1\ndata: {"taskId":"a"}\n\nevent: inbox.count\nid: 2\nda');
    send('ta: {"count":3}\n\nevent: resync\ndata: {}\n\nevent: task.changed\ndata: no json\n\n');
    await waitUntil(() => second.length === 2);
    expect(first).to.deep.equal([
      { type: 'task.changed', data: { taskId: 'a' } },
      { type: 'resync', data: {} },
    ]);
    expect(second[0]).to.deep.equal({ type: 'inbox.count', data: { count: 3 } });
    expect(requests.length).to.equal(1);
    expect(requests[0]?.headers.get('authorization')).to.equal('Bearer token');
    expect(liveState.value).to.equal('open');
    for (const off of offs) off();
    expect(requests[0]?.signal.aborted).to.equal(true);
    expect(liveState.value).to.equal('off');
  });

  it('reconnects a broken stream where it stopped, immediately when the network returns', async () => {
    const off = onLive(['task.changed'], () => undefined);
    await waitUntil(() => streams.length === 1);
    send('event: task.changed\nid: 77\ndata: {}\n\n');
    await waitUntil(() => liveState.value === 'open');
    streams[0]?.close();
    await waitUntil(() => liveState.value === 'waiting');
    dispatchEvent(new Event('online'));
    await waitUntil(() => streams.length === 2);
    expect(requests[1]?.headers.get('last-event-id')).to.equal('77');
    off();
  });

  it('LAY-05 resumes from the start of a stream that broke before its first event', async () => {
    const off = onLive(['task.changed'], () => undefined);
    await waitUntil(() => streams.length === 1);
    send('retry: 3000\nid: 88\n\n');
    await waitUntil(() => liveState.value === 'open');
    streams[0]?.close();
    await waitUntil(() => liveState.value === 'waiting');
    dispatchEvent(new Event('online'));
    await waitUntil(() => streams.length === 2);
    expect(requests[1]?.headers.get('last-event-id')).to.equal('88');
    off();
  });

  it('reconnects a waiting stream at once when resumed, and dispatches missed events', async () => {
    setTokenSource(async () => null);
    const off = onLive(['task.changed'], () => undefined);
    await waitUntil(() => liveState.value === 'waiting');
    setTokenSource(async () => 'token');
    resumeLive();
    await waitUntil(() => streams.length === 1);
    off();
  });

  it('LOG-23 restarts in another organisation, without events of the previous one', async () => {
    const off = onLive(['task.changed'], () => undefined);
    await waitUntil(() => streams.length === 1);
    send('event: task.changed\nid: 77\ndata: {}\n\n');
    await waitUntil(() => liveState.value === 'open');
    chosenTenant.value = 'acme';
    await waitUntil(() => streams.length === 2);
    expect(requests[0]?.signal.aborted).to.equal(true);
    expect(requests[1]?.headers.get('verva-tenant')).to.equal('acme');
    expect(requests[1]?.headers.get('last-event-id')).to.equal(null);
    chosenTenant.value = null;
    off();
  });

  it('sends no request while no user is signed in', async () => {
    setTokenSource(async () => null);
    const off = onLive(['task.changed'], () => undefined);
    await waitUntil(() => liveState.value === 'waiting');
    expect(requests.length).to.equal(0);
    off();
  });
});
