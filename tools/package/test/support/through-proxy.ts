import { request as plainRequest } from 'node:http';
import { request } from 'node:https';
import type { RequestOptions } from 'node:https';
import { Readable } from 'node:stream';
import { until } from '@chat-admin/debian-programs/until';
import { CONSOLE_WORKS, visitConsole } from './console-visit.js';

const API = 'https://example.org/plugins/restapi/v1';

/** A machine that finds `example.org` behind a proxy, and trusts one authority. */
export interface Outside {
  readonly proxy: string;
  /** PEM */
  readonly authority: string;
  readonly secret: string;
  /** of the administrator `boss` */
  readonly password: string;
  /** its own address */
  readonly here: string;
}

/** What {@link visitThroughProxy} gives where all is well. */
export const PROXY_WORKS = {
  console: CONSOLE_WORKS,
  plain: [308, 'https://example.org/console/'],
  stream: 'user.created',
  table: 202,
  bosh: true,
  webSocket: 'xmpp',
  files: 'Prosody',
  bridge: 'service',
  metrics: 'service',
  knowsAddress: true,
};

/** Uses everything that a proxy publishes. @param tableBytes size of a table that is sent */
export async function visitThroughProxy(outside: Outside, tableBytes: number) {
  const { secret, password } = outside;
  const ask = fetchOf(outside);
  const headers = { Authorization: secret };
  const plain = await ask('http://example.org/console/');
  /** a page of Prosody, or an error document of the service */
  const whose = async (path: string) =>
    (await (await ask(`https://example.org${path}`)).text()).includes('exception')
      ? 'service'
      : 'Prosody';
  return {
    console: await visitConsole(API, 'boss', password, ask),
    plain: [plain.status, plain.headers.get('location')],
    stream: await streamed(ask, headers),
    table: await sendTable(ask, headers, tableBytes),
    bosh: await opensBosh(ask),
    webSocket: await opensWebSocket(outside),
    files: await whose('/file_share/none'),
    bridge: await whose('/bridge'),
    metrics: await whose('/metrics'),
    knowsAddress: (await audited(ask, headers)).every((details) =>
      details.includes(`address=${outside.here}`),
    ),
  };
}

type Ask = typeof fetch;

/** `fetch`, by another name service and another authority. */
function fetchOf(outside: Outside): Ask {
  return async (url, { method = 'GET', headers = {}, body = null } = {}) => {
    const address = String(url);
    const asked = (address.startsWith('https:') ? request : plainRequest)(address, {
      ...way(outside),
      method,
      headers: Object.fromEntries(new Headers(headers)),
    });
    const answered = new Promise<Response>((resolve, reject) => {
      asked.once('error', reject).once('response', (reply) => {
        const got = Array.from({ length: reply.rawHeaders.length / 2 }, (_, index) =>
          reply.rawHeaders.slice(2 * index, 2 * index + 2),
        ) as [string, string][];
        const text = Readable.toWeb(reply) as ReadableStream;
        resolve(new Response(text, { status: reply.statusCode!, headers: got }));
      });
    });
    if (body instanceof Readable) body.pipe(asked);
    else asked.end(body);
    return answered;
  };
}

function way({ proxy, authority }: Outside): RequestOptions {
  return {
    ca: authority,
    lookup: (_name, _options, found) => found(null, [{ address: proxy, family: 4 }]),
  };
}

/** @returns the type of an event that is sent while nothing follows it */
async function streamed(ask: Ask, headers: Record<string, string>): Promise<string> {
  const stream = await ask(`${API}/events?types=user.*`, {
    headers: { ...headers, Accept: 'text/event-stream' },
  });
  const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
  let text = '';
  const read = async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read())
      text += Buffer.from(part.value).toString();
  };
  const reading = read().catch(() => undefined);
  const body = JSON.stringify({ username: 'seen', password: 'p1-secret' });
  const json = { ...headers, 'Content-Type': 'application/json' };
  await until('the stream has begun', () => text.includes('retry:'), 60_000);
  await ask(`${API}/users`, { method: 'POST', headers: json, body });
  const type = await until('the stream has the event', () => /user\.created/.exec(text), 60_000);
  await reader.cancel();
  await reading;
  await ask(`${API}/users/seen`, { method: 'DELETE', headers });
  return type[0];
}

/** @returns details of the entries about the user of {@link streamed} */
async function audited(ask: Ask, headers: Record<string, string>): Promise<readonly string[]> {
  const json = { ...headers, Accept: 'application/json' };
  const answer = await ask(`${API}/logs/security?concerns=seen&limit=10`, { headers: json });
  const { logs } = (await answer.json()) as { logs: readonly { readonly details: string }[] };
  if (logs.length === 0) throw new Error('The audit log has nothing about it');
  return logs.map(({ details }) => details);
}

/** Lines that fail, since a name is too long. */
async function sendTable(ask: Ask, headers: Record<string, string>, bytes: number) {
  const line = `${'a'.repeat(60_000)}\n`;
  function* lines() {
    yield 'username\n';
    for (let sent = 0; sent < bytes; sent += line.length) yield line;
  }
  const sent = await ask(`${API}/jobs?type=users&dryRun=true`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'text/csv' },
    body: Readable.from(lines()) as unknown as RequestInit['body'],
  });
  return sent.status;
}

async function opensBosh(ask: Ask): Promise<boolean> {
  const body = `<body content="text/xml; charset=utf-8" hold="1" rid="1" to="example.org" ver="1.6" wait="5" xml:lang="en" xmlns="http://jabber.org/protocol/httpbind"/>`;
  const headers = { 'Content-Type': 'text/xml; charset=utf-8' };
  const answer = await ask('https://example.org/http-bind', { method: 'POST', headers, body });
  return /<body[^>]* sid=/.test(await answer.text());
}

/** @returns the protocol that is agreed on */
function opensWebSocket(outside: Outside): Promise<string | null> {
  const headers = {
    ...{ Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' },
    ...{ 'Sec-WebSocket-Key': 'MDEyMzQ1Njc4OTAxMjM0NQ==', 'Sec-WebSocket-Protocol': 'xmpp' },
  };
  return new Promise((resolve, reject) => {
    request('https://example.org/xmpp-websocket', { ...way(outside), headers })
      .once('upgrade', ({ headers: agreed }, socket) => {
        socket.destroy();
        resolve(agreed['sec-websocket-protocol'] ?? null);
      })
      .once('response', ({ statusCode }) => reject(new Error(`no WebSocket: ${statusCode}`)))
      .once('error', reject)
      .end();
  });
}
