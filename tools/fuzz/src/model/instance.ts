import { Sender } from '../requests/send.js';
import type { Outcome } from './model.js';
import type { Operation } from './operation.js';
import { documentsOf, type State } from './state.js';

const ROOT = '/plugins/restapi/v1';
/** Answers that say nothing about what was done. */
const UNDECIDED = new Set([500, 502, 503, 504]);

/** An instance of the API, asked for changes and for everything that it holds. */
export class Instance {
  private readonly sender: Sender;
  private count = 0;

  constructor(
    url: string,
    private readonly secret: string,
    timeoutMs = 60_000,
  ) {
    this.sender = new Sender(url, timeoutMs);
  }

  /** @throws what keeps the answer from coming; status 5xx is an answer like others */
  async change({ method, path, body }: Operation): Promise<NonNullable<Outcome>> {
    const { status, text, location } = await this.ask(method, path, body);
    if (status < 400) return { status, exception: null, made: location?.split('/').at(-1) };
    const { exception } = JSON.parse(text) as { exception: string };
    return { status, exception };
  }

  /** The same, with null for whatever does not say whether it was done. */
  async changeUnderFaults(operation: Operation): Promise<Outcome> {
    try {
      const outcome = await this.change(operation);
      return UNDECIDED.has(outcome.status) ? null : outcome;
    } catch {
      return null;
    }
  }

  /** @throws for an answer that is neither 200 nor 404 */
  state(): Promise<State> {
    const read = async (path: string) => {
      const { status, text } = await this.ask('GET', path, null);
      if (status === 404) return null;
      if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`);
      return JSON.parse(text) as unknown;
    };
    return documentsOf({
      user: (name) => read(`/users/${name}`),
      roster: (name) => read(`/users/${name}/roster`),
      group: (name) => read(`/groups/${name}`),
      room: (name) => read(`/chatrooms/${name}`),
      properties: () => read('/system/properties'),
      webhooks: () => read('/webhooks'),
    });
  }

  close(): void {
    this.sender.close();
  }

  private async ask(method: string, path: string, body: object | null) {
    const headers = {
      authorization: this.secret,
      accept: 'application/json',
      ...(body ? { 'content-type': 'application/json' } : {}),
    };
    const bytes = body ? Buffer.from(JSON.stringify(body)) : null;
    const id = `model-${process.pid}-${this.count++}`;
    const answer = await this.sender.send(
      { method, target: ROOT + path, headers, body: bytes },
      id,
    );
    const { location } = answer.headers;
    return { status: answer.status, text: answer.bytes.toString(), location };
  }
}
