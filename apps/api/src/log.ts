import type { LoggerService } from '@nestjs/common';
import { pino } from 'pino';
import type { Logger } from 'pino';

/** JSON lines on standard output. Nobody passes bodies, headers or credentials here. */
export function createLog(level: string): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}

/** What Nest itself has to say: only what went wrong. */
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
