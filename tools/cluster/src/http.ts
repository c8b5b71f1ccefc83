import { type Agent, type OutgoingHttpHeaders, request } from 'node:http';

export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

export interface Call {
  readonly body?: object;
  /** default: the tests' shared secret */
  readonly authorization?: string;
  readonly agent?: Agent;
}

export const SECRET = 'sesame-sesame';
const ROOT = '/plugins/restapi/v1';

export const basic = (name: string, password: string): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

/** A request in JSON. @param path below the API root. @throws without a complete response */
export function call(url: string, method: string, path: string, options: Call = {}) {
  const { body, authorization = SECRET, agent } = options;
  const bytes = body === undefined ? null : Buffer.from(JSON.stringify(body));
  const headers: OutgoingHttpHeaders = {
    Accept: 'application/json',
    Authorization: authorization,
    ...(bytes ? { 'Content-Type': 'application/json', 'Content-Length': bytes.length } : {}),
  };
  return new Promise<Reply>((resolve, reject) => {
    const sent = request(`${url}${ROOT}${path}`, { method, headers, agent: agent ?? false });
    sent.once('error', reject);
    sent.once('response', (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (more: string) => (text += more));
      reply.once('error', reject);
      reply.once('end', () => {
        const { statusCode = 0, headers: received } = reply;
        resolve({ status: statusCode, type: received['content-type'] ?? '', text });
      });
    });
    sent.end(bytes ?? undefined);
  });
}

/** The document of a successful GET. */
export async function get<T>(url: string, path: string): Promise<T> {
  const { status, text } = await call(url, 'GET', path);
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
  return JSON.parse(text) as T;
}
