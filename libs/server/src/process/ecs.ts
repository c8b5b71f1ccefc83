import { hostname } from 'node:os';
import { VERSION } from './version.js';

/** What every line says about the process, in the names of the Elastic Common Schema. */
export const SERVICE = {
  'service.name': 'chat-admin',
  'service.version': VERSION,
  'service.node.name': hostname(),
  'process.pid': process.pid,
} as const;

export type LogLevel = 'info' | 'warn' | 'error';

/** A line of the log outside of the logger. */
export function ecsLine(level: LogLevel, message: string): string {
  const line = {
    '@timestamp': new Date().toISOString(),
    'log.level': level,
    ...SERVICE,
    'event.dataset': 'chat-admin.log',
    message,
  };
  return `${JSON.stringify(line)}\n`;
}
