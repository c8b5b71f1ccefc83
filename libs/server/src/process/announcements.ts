import { once } from 'node:events';
import { visibleLines } from '@chat-admin/domain/shared/texts';
import { ecsLine } from './ecs.js';
import type { LogLevel } from './ecs.js';
import { standardLog } from './gathered-lines.js';

/** What a process says outside of its log: that it has started, and why it cannot. */
export interface Announcements {
  /** Resolves once it is written. */
  say(lines: readonly string[]): Promise<void>;
  /** On standard error; nothing is left to write when it returns. */
  complain(message: string): void;
}

/** Sentences for people, or lines like those of the log with `LOG_FORMAT=json`. */
export function announcementsIn(format: string | undefined): Announcements {
  return format === 'json' ? asLines : asSentences;
}

const asSentences: Announcements = {
  say: async (lines) => {
    if (!process.stdout.write(visibleLines(`${lines.join('\n')}\n`)))
      await once(process.stdout, 'drain');
  },
  complain: (message) => void process.stderr.write(visibleLines(`${message}\n`)),
};

const asLines: Announcements = {
  say: (lines) => {
    const log = standardLog();
    for (const line of lines) log.write(ecsLine('info', line));
    return new Promise((resolve) => log.flush(resolve));
  },
  complain: (message) => void process.stderr.write(ecsLine('error', message)),
};

/** Takes Node's own warnings over, which it would print as text. */
export function logWarnings(
  log: Readonly<Record<Extract<LogLevel, 'warn'>, (text: string) => void>>,
): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => log.warn(`${name}: ${message}`));
}
