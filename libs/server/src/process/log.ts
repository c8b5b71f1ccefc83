import { Writable } from 'node:stream';
import type { LoggerService } from '@nestjs/common';
import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { standardLog } from './gathered-lines.js';

const LEVELS: Readonly<Record<number, string>> = { 30: 'info', 40: 'warn', 50: 'ERROR' };

/**
 * JSON lines on standard output, or readable lines if that is a terminal. Callers never pass
 * bodies, headers or credentials; of errors only {@link errorFacts} is written.
 */
export function createLog(
  level: string,
  forPeople = process.stdout.isTTY,
  destination: DestinationStream = forPeople ? lines : standardLog(),
): Logger {
  return pino(
    { level, base: null, timestamp: timeMember(), serializers: { err: errorFacts } },
    destination,
  );
}

/** The member `time` of a line in ISO 8601; many lines have the same millisecond. */
function timeMember(): () => string {
  let known = 0;
  let member = '';
  return () => {
    const now = Date.now();
    if (now !== known) member = `,"time":"${new Date(now).toISOString()}"`;
    known = now;
    return member;
  };
}

/** Drivers attach statement parameters and whole connections, including keys, to errors. */
function errorFacts(error: Error): object {
  const { type, message, stack, code } = pino.stdSerializers.err(error);
  return { type, code: code as unknown, message, stack };
}

/** The outcome of a request. `route` is the template, so that lines can be aggregated. */
export interface AnsweredRequest {
  readonly request: string;
  readonly method: string;
  readonly path: string;
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  /** `null`: unauthenticated */
  readonly user: string | null;
  readonly address: string;
}

/** Nest's own messages: only errors and warnings. */
export class NestLog implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(): void {}

  warn(message: unknown): void {
    this.logger.warn(String(message));
  }

  error(message: unknown): void {
    this.logger.error(String(message));
  }
}

type Line = Partial<AnsweredRequest> & {
  readonly time: string;
  readonly level: number;
  readonly msg?: string;
  readonly err?: { readonly message?: string; readonly stack?: string };
};

const lines = new Writable({
  write: (chunk: Buffer, _encoding, done) => {
    for (const text of chunk.toString().split('\n'))
      if (text !== '') process.stdout.write(readable(text));
    done();
  },
});

/** A JSON line in readable form. */
export function readable(text: string): string {
  const line = JSON.parse(text) as Line;
  const time = line.time.slice(11, 19);
  if (line.msg === undefined && line.method !== undefined) {
    const duration = `${(line.durationMs ?? 0).toFixed(1)} ms`;
    return `${time} ${line.method} ${line.path} ${line.status} ${duration} ${line.user ?? '-'}\n`;
  }
  const fault = line.err?.stack ?? line.err?.message;
  return `${time} ${LEVELS[line.level] ?? ''} ${line.msg ?? ''}${fault ? `\n${fault}` : ''}\n`;
}
