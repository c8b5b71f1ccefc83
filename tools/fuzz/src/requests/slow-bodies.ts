import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** Together they take longer than a body may bring nothing. */
const PIECES = 6;
const BETWEEN_PIECES_MS = 2_000;
/** in which a body that brings nothing has to be ended, however busy the machine is */
const TIMEOUT_MS = 60_000;

interface SlowBody {
  readonly url: string;
  readonly type: string;
  readonly authorization?: string;
  readonly text: string;
}

/** Bodies that bring nothing any longer, and slow ones that move, beside the requests of a run. */
export class SlowBodies {
  /** how often each status was answered to which of both */
  readonly statuses = new Map<string, number>();
  private readonly faults: string[] = [];
  private readonly under: Promise<unknown>[];

  /** @param rounds how many of each, one after the other */
  constructor(
    targets: { readonly api: string; readonly userservice: string; readonly secret: string },
    rounds: number,
  ) {
    const bodies = bodiesFor(targets);
    const work = async (body: SlowBody, ask: typeof this.stalled) => {
      for (let round = 0; round < rounds && this.faults.length === 0; round++) await ask(body);
    };
    this.under = bodies.flatMap((body) => [work(body, this.stalled), work(body, this.moving)]);
  }

  /** Waits for those under way. @returns what was wrong */
  async end(): Promise<readonly string[]> {
    await Promise.all(this.under);
    return this.faults;
  }

  private readonly stalled = (body: SlowBody): Promise<void> =>
    this.judge('stalled', body, async (send) => send(0), [408]);

  private readonly moving = (body: SlowBody): Promise<void> => {
    const sendAll = async (send: (piece: number) => void) => {
      for (let piece = 0; piece < PIECES; piece++) {
        send(piece);
        await pause(BETWEEN_PIECES_MS);
      }
    };
    return this.judge('moving', body, sendAll, [200, 201, 202, 400, 401, 409]);
  };

  private async judge(
    kind: string,
    { url, type, authorization, text }: SlowBody,
    sendTo: (send: (piece: number) => void) => Promise<void>,
    expected: readonly number[],
  ): Promise<void> {
    const pieceLength = Math.ceil(text.length / PIECES);
    const sent = request(url, {
      method: 'POST',
      agent: false,
      headers: {
        'content-type': type,
        'content-length': text.length,
        ...(authorization === undefined ? {} : { authorization }),
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    try {
      const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
      await Promise.all([
        answered,
        sendTo((piece) => {
          if (!sent.destroyed)
            sent.write(text.slice(piece * pieceLength, (piece + 1) * pieceLength));
        }),
      ]);
      const { statusCode: status = 0 } = (await answered)[0];
      const key = `${kind} ${status}`;
      this.statuses.set(key, (this.statuses.get(key) ?? 0) + 1);
      if (!expected.includes(status))
        this.faults.push(`A ${kind} body at ${url}: status ${status}`);
    } catch (error) {
      this.faults.push(`A ${kind} body at ${url}: no answer (${(error as Error).message})`);
    } finally {
      sent.destroy();
    }
  }
}

const JSON_TYPE = 'application/json';

/** Of routes that read their bodies in different ways. */
function bodiesFor({
  api,
  userservice,
  secret,
}: {
  readonly api: string;
  readonly userservice: string;
  readonly secret: string;
}): readonly SlowBody[] {
  const root = `${api}/plugins/restapi/v1`;
  const table = { type: 'text/csv', authorization: secret };
  return [
    {
      ...{ url: `${root}/users`, type: JSON_TYPE, authorization: secret },
      text: JSON.stringify({ username: 'slow', password: 'p1-secret', name: 'Slow' }),
    },
    {
      ...{ url: `${root}/session`, type: JSON_TYPE },
      text: JSON.stringify({ username: 'slow', password: 'wrong'.repeat(9) }),
    },
    {
      ...{ url: `${root}/jobs?type=users&dryRun=true`, ...table },
      text: `username,password\r\n${'slow,p1-secret\r\n'.repeat(9)}`,
    },
    {
      url: `${userservice}/plugins/userService/userservice`,
      type: 'application/x-www-form-urlencoded',
      text: `secret=${secret}&type=disable&username=${'nobody'.repeat(9)}`,
    },
  ];
}
