import { withRetries } from './retries.js';

const URL = 'http://chat.example/plugins/restapi/v1/users';
const refused = (status: number, seconds: string) =>
  new Response('{}', { status, headers: { 'Retry-After': seconds } });

/** Answers in this order; errors are thrown. Bodies and waits are noted. */
function server(...answers: readonly (Response | Error)[]) {
  const bodies: string[] = [];
  const waits: number[] = [];
  const left = [...answers];
  const send = async (request: Request) => {
    bodies.push(await request.text());
    const answer = left.shift()!;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const wait = async (ms: number) => void waits.push(ms);
  return { bodies, waits, fetch: withRetries(send, {}, wait) };
}

it.each([429, 503])(
  'a %i is sent again after the wait that it names, with its body',
  async (status) => {
    const { fetch, bodies, waits } = server(refused(status, '5'), new Response('done'));
    const answer = await fetch(new Request(URL, { method: 'POST', body: 'ola' }));
    expect([await answer.text(), bodies, waits]).toEqual(['done', ['ola', 'ola'], [5000]]);
  },
);

it.each([
  ['names no wait', new Response('', { status: 503 })],
  ['names one that is too long', refused(503, '31')],
  ['names a date', refused(503, 'Mon, 23 Nov 2026 00:00:00 GMT')],
  ['is another status', refused(409, '1')],
])('an answer that %s is handed on', async (_, answer) => {
  const { fetch, bodies } = server(answer);
  expect(await fetch(new Request(URL))).toBe(answer);
  expect(bodies).toHaveLength(1);
});

it('a failed connection is tried again, a little later each time, if twice is as good as once', async () => {
  const away = new TypeError('fetch failed');
  const { fetch, waits } = server(away, away, away, new Response('done'));
  const answer = await fetch(new Request(URL, { method: 'PUT', body: '{}' }));
  expect([await answer.text(), waits]).toEqual(['done', [250, 500, 1000]]);
  const dead = server(away, away, away, away);
  await expect(dead.fetch(new Request(URL))).rejects.toBe(away);
  const once = server(away, new Response('done'));
  await expect(once.fetch(new Request(URL, { method: 'POST', body: '{}' }))).rejects.toBe(away);
});

it('who gives up while waiting is told so', async () => {
  const control = new AbortController();
  const fetch = withRetries(async () => refused(503, '20'), {});
  const answer = fetch(new Request(URL, { signal: control.signal }));
  control.abort(new Error('enough'));
  await expect(answer).rejects.toThrow('enough');
});
