import { withRetries } from './retries.js';

const URL = 'http://chat.example/plugins/restapi/v1/users';
const refused = (status: number, seconds: string) =>
  new Response('{}', { status, headers: { 'Retry-After': seconds } });

const away = new TypeError('fetch failed');

/** Answers in this order; errors are thrown. Bodies and waits are noted. */
function server(...answers: readonly (Response | Error)[]) {
  const bodies: string[] = [];
  const keys: (string | null)[] = [];
  const waits: number[] = [];
  const left = [...answers];
  const send = async (request: Request) => {
    bodies.push(await request.text());
    keys.push(request.headers.get('Idempotency-Key'));
    const answer = left.shift()!;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const wait = async (ms: number) => void waits.push(ms);
  return { bodies, keys, waits, fetch: withRetries(send, {}, wait) };
}

it.each([409, 429, 503])(
  'a %i is sent again after the wait that it names, with its body',
  async (status) => {
    const { fetch, bodies, waits } = server(refused(status, '5'), new Response('done'));
    const answer = await fetch(new Request(URL, { method: 'POST', body: 'ola' }));
    expect([await answer.text(), bodies, waits]).toEqual(['done', ['ola', 'ola'], [5000]]);
  },
);

it.each([
  ['names no wait', new Response('', { status: 503 })],
  ['names one that is too long', refused(503, '61')],
  ['names a date', refused(503, 'Mon, 23 Nov 2026 00:00:00 GMT')],
  ['is another status', refused(404, '1')],
])('an answer that %s is handed on', async (_, answer) => {
  const { fetch, bodies } = server(answer);
  expect(await fetch(new Request(URL))).toBe(answer);
  expect(bodies).toHaveLength(1);
});

it('a failed connection is tried again, a little later each time, if twice is as good as once', async () => {
  const { fetch, waits } = server(away, away, away, new Response('done'));
  const answer = await fetch(new Request(URL, { method: 'PUT', body: '{}' }));
  expect([await answer.text(), waits]).toEqual(['done', [250, 500, 1000]]);
  const dead = server(away, away, away, away);
  await expect(dead.fetch(new Request(URL))).rejects.toBe(away);
});

it('what would act twice is sent again with the same idempotency key, one for each request', async () => {
  const { fetch, keys } = server(away, new Response('done'), new Response('done'));
  await fetch(new Request(URL, { method: 'POST', body: '{}' }));
  await fetch(new Request(`${URL}/ola`, { method: 'PATCH', body: '{}' }));
  const [first, again, other] = keys;
  expect(first).toMatch(/^[\da-f-]{36}$/);
  expect([again, other === first, other?.length]).toEqual([first, false, 36]);
  const headers = { 'Idempotency-Key': 'mine' };
  const own = server(new Response('done'));
  await own.fetch(new Request(URL, { method: 'POST', headers }));
  expect(own.keys).toEqual(['mine']);
  const read = server(new Response('done'));
  await read.fetch(new Request(URL));
  expect(read.keys).toEqual([null]);
});

it.each(['keys', 'keys/7hq2m9xk4d/rotate', 'session'])(
  'what hands out a secret (%s) is sent once and without a key',
  async (path) => {
    const once = server(away, new Response('done'));
    const address = URL.replace('users', path);
    await expect(once.fetch(new Request(address, { method: 'POST' }))).rejects.toBe(away);
    expect(once.keys).toEqual([null]);
  },
);

it('who gives up while waiting is told so', async () => {
  const control = new AbortController();
  const fetch = withRetries(async () => refused(503, '20'), {});
  const answer = fetch(new Request(URL, { signal: control.signal }));
  control.abort(new Error('enough'));
  await expect(answer).rejects.toThrow('enough');
});
