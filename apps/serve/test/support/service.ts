import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request as plainRequest } from 'node:http';
import type { Agent, IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { bundledProgram } from '@chat-admin/debian-programs/bundled-program';
import { firstMessage } from '@chat-admin/debian-programs/first-message';

export const SECRET = 'secret-of-the-tests';

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
}

/** A request over TCP, TLS or, with `socketPath`, a socket of Unix. */
export function send(
  url: string,
  options: {
    readonly method?: string;
    readonly headers?: OutgoingHttpHeaders;
    readonly body?: string;
    readonly socketPath?: string;
    readonly agent?: Agent;
    readonly cert?: Buffer;
    readonly key?: Buffer;
  } = {},
): Promise<Answer> {
  const { body, ...others } = options;
  return new Promise((resolve, reject) => {
    const over = url.startsWith('https:') ? tlsRequest : plainRequest;
    const sent = over(url, { agent: false, rejectUnauthorized: false, ...others }, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (more: string) => (text += more));
      reply.on('end', () => resolve({ status: reply.statusCode!, text, headers: reply.headers }));
      reply.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** `apps/serve` as a process. */
export class Service {
  output = '';

  private constructor(readonly child: ChildProcess) {
    for (const stream of [child.stdout!, child.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => (this.output += text));
  }

  static launch(
    environment: Readonly<Record<string, string>>,
    main = bundledProgram('serve'),
  ): Service {
    return new Service(
      spawn(process.execPath, [main], {
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        env: {
          PATH: process.env['PATH'],
          ...{ API_PORT: '0', MANAGEMENT_PORT: '0', LEGACY_PORT: '0', LEGACY_MANAGEMENT_PORT: '0' },
          ...{ API_INITIAL_SECRET: SECRET, API_SCRAM_ITERATIONS: '4096' },
          ...environment,
        },
      }),
    );
  }

  /** @throws with the output of the process if it ends instead */
  async ready(): Promise<this> {
    await firstMessage(this.child, () => this.output);
    return this;
  }

  said(pattern: RegExp): string {
    return pattern.exec(this.output)?.[1] ?? `not said: ${pattern}`;
  }

  /** The messages of the log. */
  messages(level: string): readonly string[] {
    return this.output
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line) as { message?: string; 'log.level': string })
      .filter((line) => line['log.level'] === level)
      .map(({ message }) => message ?? '');
  }

  async stop(): Promise<void> {
    const { child } = this;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'close');
    child.kill('SIGTERM');
    await closed;
  }
}
