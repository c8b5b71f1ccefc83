import { expectError, stored } from './expectations.js';
import type { Refusal } from './expectations.js';
import type { Reply, TestApi } from './test-api.js';

export const MERGE_PATCH = 'application/merge-patch+json';

interface Heard {
  heard(): readonly unknown[];
}

/** Sends merge patches, and looks at all that they do. */
export class Patches {
  constructor(
    private readonly api: TestApi,
    private readonly chatServer: Heard,
  ) {}

  /** @param body text is sent verbatim */
  send(path: string, body: unknown, headers: object = {}): Promise<Reply> {
    return this.api.send('PATCH', path, {
      headers: { Accept: 'application/json', 'Content-Type': MERGE_PATCH, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  /** One that succeeds, with one audit entry. @returns the document, the facts of the entry, what was told */
  async apply(path: string, body: unknown) {
    await this.start();
    const reply = await this.send(path, body);
    expect([reply.status, reply.text]).toEqual([200, expect.stringMatching(/^\{/)]);
    expect(reply.headers.etag).toMatch(/^".{16}-.{8}"$/);
    const [entry, ...others] = await this.api.audited();
    expect(others).toEqual([]);
    const [, facts] = /; address=127\.0\.0\.1(?:; (.*))?$/.exec(entry!.details)!;
    return {
      document: JSON.parse(reply.text) as Record<string, unknown>,
      facts: facts ?? null,
      told: this.chatServer.heard(),
      headers: reply.headers,
    };
  }

  /** Nothing is stored or told, and one audit entry says why. */
  async expectRefused(path: string, body: unknown, expected: Refusal): Promise<void> {
    await this.start();
    const before = await stored(this.api);
    expectError(await this.send(path, body), 'json', expected);
    expect(await stored(this.api)).toEqual(before);
    expect(this.chatServer.heard()).toEqual([]);
    expect((await this.api.audited()).map(({ details }) => details)).toEqual([
      expect.stringContaining(`outcome=${expected.status}; exception=${expected.exception}; `),
    ]);
  }

  /** Succeeds, and leaves everything as it is. */
  async expectNoChange(path: string, body: unknown): Promise<void> {
    const before = await stored(this.api);
    const { told } = await this.apply(path, body);
    expect(await stored(this.api)).toEqual(before);
    expect(told).toEqual([]);
  }

  private async start(): Promise<void> {
    this.chatServer.heard();
    await this.api.audited();
  }
}
