import { API_ROOT } from '@chat-admin/api/http/api-root';

export type Form = 'xml' | 'json';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** the document, for `json` */
  json<T>(): T;
}

/** The administration API, as used by an administrator's program. */
export class Api {
  constructor(
    readonly url: string,
    private readonly secret: string,
  ) {}

  /** @param path below the API root, such as `/users` */
  async call(
    method: string,
    path: string,
    form: Form = 'json',
    body?: string | object,
  ): Promise<Reply> {
    const type = `application/${form}`;
    const sent = typeof body === 'object' ? JSON.stringify(body) : body;
    const reply = await fetch(new URL(`${API_ROOT}${path}`, this.url), {
      method,
      headers: {
        authorization: this.secret,
        accept: type,
        ...(sent === undefined ? {} : { 'content-type': type }),
      },
      ...(sent === undefined ? {} : { body: sent }),
    });
    const text = await reply.text();
    return {
      status: reply.status,
      headers: reply.headers,
      text,
      json: () => JSON.parse(text) as never,
    };
  }

  /** Sends lines of a bulk job. @returns its id */
  async job(type: string, lines: readonly object[]): Promise<string> {
    const reply = await fetch(new URL(`${API_ROOT}/jobs?type=${type}`, this.url), {
      method: 'POST',
      headers: {
        authorization: this.secret,
        ...{ accept: 'application/json', 'content-type': 'application/x-ndjson' },
      },
      body: lines.map((line) => JSON.stringify(line)).join('\n'),
    });
    if (reply.status !== 202) throw new Error(`No job: ${reply.status} ${await reply.text()}`);
    return ((await reply.json()) as { id: string }).id;
  }

  /** A call that must succeed, in JSON. @throws with the response if its status is not 2xx */
  async done(method: string, path: string, body?: object): Promise<Reply> {
    const reply = await this.call(method, path, 'json', body);
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
    return reply;
  }
}
