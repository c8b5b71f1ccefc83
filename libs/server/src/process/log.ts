import { Writable } from 'node:stream';
import type { LoggerService } from '@nestjs/common';
import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { visible, visibleLines } from '@chat-admin/domain/shared/texts';
import { SERVICE } from './ecs.js';
import { standardLog } from './gathered-lines.js';

/** `auto`: readable lines on a terminal, else JSON. */
export type LogFormat = 'auto' | 'json' | 'text';

const LEVELS: Readonly<Record<string, string>> = { info: 'info', warn: 'warn', error: 'ERROR' };

/**
 * Lines on standard output: readable ones, or JSON in the names of the Elastic Common Schema. Callers never pass
 * bodies, headers or credentials; of errors only {@link errorMembers} are written.
 */
export function createLog(
  level: string,
  format: LogFormat = 'auto',
  destination: DestinationStream = isReadable(format) ? lines : standardLog(),
): Logger {
  return pino(
    {
      level,
      messageKey: 'message',
      base: SERVICE,
      timestamp: timeMember(),
      formatters: { level: (label) => ({ 'log.level': label }), log: described },
    },
    destination,
  );
}

const isReadable = (format: LogFormat): boolean =>
  format === 'text' || (format === 'auto' && process.stdout.isTTY);

/** The member `@timestamp` of a line in ISO 8601; many lines have the same millisecond. */
function timeMember(): () => string {
  let known = 0;
  let member = '';
  return () => {
    const now = Date.now();
    if (now !== known) member = `,"@timestamp":"${new Date(now).toISOString()}"`;
    known = now;
    return member;
  };
}

/** The members of a line besides its message. */
function described(given: Record<string, unknown>): Record<string, unknown> {
  if ('event.dataset' in given) return given;
  const { err, ...others } = given;
  const error = err instanceof Error ? errorMembers(err) : {};
  return { 'event.dataset': 'chat-admin.log', ...others, ...error };
}

/** Drivers attach statement parameters and whole connections, including keys, to errors. */
function errorMembers(error: Error): Record<string, unknown> {
  const { type, message, stack, code } = pino.stdSerializers.err(error);
  return {
    'error.type': type,
    'error.code': code as unknown,
    'error.message': message,
    'error.stack_trace': stack,
  };
}

/** The outcome of a request. */
export interface AnsweredRequest {
  readonly request: string;
  readonly method: string;
  readonly path: string;
  /** the template, so that lines can be aggregated */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  /** `null`: unauthenticated */
  readonly user: string | null;
  /** `unknown`: it is none */
  readonly address: string;
  /** id of the trace that it belongs to */
  readonly trace?: string | undefined;
  /** what the user service answered with, if not with success */
  readonly failure?: string | null;
}

/** The line of a request. */
export function logAnswered(log: Logger, answered: AnsweredRequest): void {
  const { user, address, failure } = answered;
  log.info({
    'event.dataset': 'chat-admin.access',
    'http.request.id': answered.request,
    'trace.id': answered.trace,
    'http.request.method': answered.method,
    'url.path': answered.path,
    'http.route': answered.route,
    'http.response.status_code': answered.status,
    'event.duration': Math.round(answered.durationMs * 1e6),
    'user.name': user ?? undefined,
    'client.ip': address === 'unknown' ? undefined : address,
    'error.type': failure ?? undefined,
  });
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

interface Line {
  readonly '@timestamp': string;
  readonly 'log.level': string;
  readonly message?: string;
  readonly 'error.message'?: string;
  readonly 'error.stack_trace'?: string;
  readonly 'http.request.method'?: string;
  readonly 'url.path'?: string;
  readonly 'http.response.status_code'?: number;
  readonly 'event.duration'?: number;
  readonly 'user.name'?: string;
}

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
  const time = line['@timestamp'].slice(11, 19);
  const method = line['http.request.method'];
  if (line.message === undefined && method !== undefined) {
    const duration = `${((line['event.duration'] ?? 0) / 1e6).toFixed(1)} ms`;
    const status = line['http.response.status_code'];
    const who = line['user.name'] ?? '-';
    return `${time} ${visible(`${method} ${line['url.path']} ${status} ${duration} ${who}`)}\n`;
  }
  const fault = line['error.stack_trace'] ?? line['error.message'];
  const level = LEVELS[line['log.level']] ?? '';
  const stack = fault ? `\n${visibleLines(fault)}` : '';
  return `${time} ${level} ${visible(line.message ?? '')}${stack}\n`;
}
