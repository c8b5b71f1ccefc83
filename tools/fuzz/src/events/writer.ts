import { setTimeout as delay } from 'node:timers/promises';
import { SECRET } from '../services.js';

const ROOT = '/plugins/restapi/v1';

/** What has to be told because it was acknowledged. */
export interface Change {
  readonly type: string;
  readonly object: string;
  /** when the answer came, by `performance.now()` */
  readonly doneMs: number;
}

/** Makes, changes and deletes groups that nobody else names, at one instance after the other. */
export class Writer {
  readonly acknowledged: Change[] = [];
  /** requests without an answer, which may have been done or not */
  undecided = 0;
  private over = false;
  private turn = 0;
  private running: Promise<void> = Promise.resolve();

  /** @param urls of the instances, which may be away @param pauseMs before each change */
  constructor(
    private readonly name: string,
    private readonly urls: readonly string[],
    private readonly pauseMs: number,
  ) {}

  start(): void {
    this.running = this.write();
  }

  async stop(): Promise<void> {
    this.over = true;
    await this.running;
  }

  private async write(): Promise<void> {
    for (let number = 0; !this.over; number++) {
      const name = `${this.name}-${number}`;
      if (!(await this.change('POST', '/groups', 'group.created', name, { name }))) continue;
      const path = `/groups/${name}`;
      const body = { name, description: 'Changed' };
      await this.change('PUT', path, 'group.updated', name, body);
      await this.change('DELETE', path, 'group.deleted', name);
    }
  }

  /** @returns whether it was acknowledged */
  private async change(
    method: string,
    path: string,
    type: string,
    name: string,
    body?: object,
  ): Promise<boolean> {
    const url = this.urls[this.turn++ % this.urls.length]!;
    if (this.pauseMs > 0) await delay(this.pauseMs);
    try {
      const reply = await fetch(`${url}${ROOT}${path}`, {
        method,
        headers: { authorization: SECRET, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      await reply.arrayBuffer();
      if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status}`);
    } catch {
      this.undecided += 1;
      return false;
    }
    this.acknowledged.push({ type, object: `/groups/${name}`, doneMs: performance.now() });
    return true;
  }
}
