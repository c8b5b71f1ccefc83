import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EVENT_TYPES } from '@chat-admin/domain/events/event-types';
import type pg from 'pg';
import type { Random } from '../random.js';
import type { FuzzRequest } from '../requests/api-requests.js';
import { type Maker, makeMakers } from './makers.js';
import { takeoverRequest } from './takeover-requests.js';
import { WebhookOracle } from './webhook-oracle.js';

const ROOT = '/plugins/restapi/v1';
/** of the secret, which the other requests find */
const COMMON = 3;

/** Makers of different strength, what they ask, and what becomes of their webhooks. */
export class Takeover {
  /** changes of webhooks by others than their makers, which were strong enough */
  others = 0;
  /** events that came to receivers */
  received = 0;
  private readonly faults: string[] = [];
  private readonly server: Server;

  private constructor(
    private readonly api: string,
    private readonly makers: readonly Maker[],
    private readonly oracle: WebhookOracle,
  ) {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        this.take(request.url ?? '', Buffer.concat(chunks).toString());
        response.writeHead(204).end();
      });
    });
  }

  /** @param api an instance, which has to be allowed to send to 127.0.0.1 */
  static async start(api: string, secret: string, database: pg.Pool): Promise<Takeover> {
    const makers = await makeMakers(api + ROOT, secret);
    const takeover = new Takeover(api, makers, await WebhookOracle.start(database, makers));
    await new Promise<void>((resolve) => takeover.server.listen(0, '127.0.0.1', resolve));
    return takeover;
  }

  /** Values of `Authorization` that may everything: the secret alone and as a token, a key with and without the word of its scheme. */
  get authorizations(): readonly string[] {
    const [{ authorization: secret }, { authorization: key }] = this.makers.filter(
      ({ isFree }) => isFree,
    ) as [Maker, Maker];
    return [secret, `Bearer ${secret}`, key, key.slice('Bearer '.length)];
  }

  request(random: Random): FuzzRequest {
    const { makers, receiver } = this;
    return takeoverRequest({ root: ROOT, makers, receiver }, random);
  }

  /** Makes the same webhooks again, whatever has become of the former ones. */
  async furnish(): Promise<void> {
    await this.oracle.clear();
    const [free, ...others] = this.makers;
    for (let count = 0; count < COMMON; count++) {
      await this.make(free!, 'https://127.0.0.1/hook', ['user.*']);
    }
    for (const maker of [free!, ...others]) {
      for (const word of ['lockout.*', 'service.*']) {
        await this.make(maker, `${this.receiver}/${maker.label}`, [word]);
      }
    }
  }

  /** @returns what was wrong since the last time; before audit entries are taken away */
  async judge(): Promise<readonly string[]> {
    const { others, faults } = await this.oracle.judge();
    this.others += others;
    return [...faults, ...this.faults.splice(0)];
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private get receiver(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private async make(maker: Maker, url: string, types: readonly string[]): Promise<void> {
    const { authorization } = maker;
    const reply = await fetch(`${this.api}${ROOT}/webhooks`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ url, types }),
    });
    const text = await reply.text();
    if (reply.status !== 201) throw new Error(`A webhook of ${maker.label}: ${text}`);
  }

  private take(path: string, body: string): void {
    this.received += 1;
    const label = decodeURIComponent(path.slice(1));
    const maker = this.makers.find((one) => one.label === label);
    const { type } = JSON.parse(body) as { type: keyof typeof EVENT_TYPES };
    const scope = EVENT_TYPES[type];
    if (!maker?.isFree && !maker?.scopes.includes(scope)) {
      this.faults.push(`${label} was told ${type}, which needs ${scope}`);
    }
  }
}
