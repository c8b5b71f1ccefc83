import { Child, type ChildOptions } from './child.js';
import { compiled } from './paths.js';
import type { Usage } from './usage.js';

/** A server process with the probe. */
export class Server {
  private constructor(
    private readonly child: Child,
    readonly port: number,
    /** of the listener for probes, where there is one */
    readonly probesPort: number | undefined,
  ) {}

  static async start(name: string, options: ChildOptions): Promise<Server> {
    const preload = [compiled('processes/probe'), ...(options.preload ?? [])];
    const child = Child.start(name, { ...options, preload });
    const [port, probesPort] = await child.listening();
    return new Server(child, port!, probesPort);
  }

  /** The server's resource usage during `work`. */
  async during<Result>(
    work: () => Promise<Result>,
    { watch = false } = {},
  ): Promise<{ readonly result: Result; readonly usage: Usage }> {
    await this.child.ask('begin', watch);
    try {
      return { result: await work(), usage: await this.child.ask<Usage>('end') };
    } catch (error) {
      await this.child.ask('end').catch(() => undefined);
      throw error;
    }
  }

  /** Enables key derivation in servers that start with fixed keys. */
  deriveKeys(iterations: number): Promise<void> {
    return this.child.ask('deriveKeys', iterations);
  }

  stop(): Promise<void> {
    return this.child.stop();
  }
}
