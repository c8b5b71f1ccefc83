import { createChatAdminClient } from './client.js';
import { eventsOf } from './events.js';

/** Each request is answered with the next of these, and then no more. */
function client(...answers: (() => Response)[]) {
  const asked: string[] = [];
  const fetch = (request: Request) => {
    asked.push(new URL(request.url).search);
    const answer = answers.shift();
    if (answer === undefined) throw new Error('Nothing more was to be asked');
    return Promise.resolve(answer());
  };
  const options = { baseUrl: 'http://localhost:9090', credentials: { secret: 's' }, fetch };
  return { asked, client: createChatAdminClient(options) };
}

const event = (id: number) =>
  `id: ${id}\nevent: user.created\ndata: {"id":"${id}","type":"user.created"}\n\n`;

/** Sent in pieces of a few bytes, and then cut off. */
const stream = (text: string) => () => {
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 5) controller.enqueue(bytes.slice(at, at + 5));
      controller.close();
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
};

it('gives each event once, over broken connections', async () => {
  const { client: api, asked } = client(
    stream(`retry: 1\n\n:\n\n${event(7)}${event(8)}id: 9\nevent: us`),
    stream('retry: 1\n\n'),
    stream(`retry: 1\n\n${event(9)}`),
  );
  const ids: string[] = [];
  for await (const { id } of eventsOf(api, { types: ['user.*'], after: '6' })) {
    ids.push(id);
    if (id === '9') break;
  }
  expect(ids).toEqual(['7', '8', '9']);
  expect(asked).toEqual([
    '?types=user.*&after=6',
    '?types=user.*&after=8',
    '?types=user.*&after=8',
  ]);
});

it('ends when it is aborted', async () => {
  const abort = new AbortController();
  const { client: api } = client(stream(`retry: 60000\n\n${event(1)}`));
  const ids: string[] = [];
  for await (const { id } of eventsOf(api, { signal: abort.signal })) {
    ids.push(id);
    setImmediate(() => abort.abort());
  }
  expect(ids).toEqual(['1']);
});

it('ends when it is aborted while nothing comes, and closes the connection', async () => {
  const abort = new AbortController();
  let isClosed = false;
  const silent = () =>
    new Response(
      new ReadableStream<Uint8Array>({
        start: (controller) =>
          controller.enqueue(new TextEncoder().encode(`retry: 3600000\n\n${event(1)}`)),
        cancel: () => void (isClosed = true),
      }),
    );
  const { client: api } = client(silent);
  const events = eventsOf(api, { signal: abort.signal });
  expect((await events.next()).value).toMatchObject({ id: '1' });
  const next = events.next();
  abort.abort();
  expect(await next).toEqual({ done: true, value: undefined });
  expect(isClosed).toBe(true);
});

it('throws what is no longer kept', async () => {
  const gone = () =>
    Response.json(
      {
        exception: 'EventsGoneException',
        message: 'Events up to 5 are no longer kept',
        resource: '1',
      },
      { status: 410 },
    );
  const { client: api } = client(gone);
  await expect(eventsOf(api, { after: '1' }).next()).rejects.toMatchObject({ status: 410 });
});
