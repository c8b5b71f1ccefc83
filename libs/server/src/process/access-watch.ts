import { ownCommand } from '@chat-admin/configuration/own-command';
import { systemProperty } from '@chat-admin/domain/system/system-properties';
import type { SystemProperties } from '@chat-admin/domain/system/system-properties';

const INTERVAL_MS = 60_000;

/** Warns once a minute while every request is redirected. Contract: core 1.3; extensions E10, I-12 */
export class AccessWatch {
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly properties: SystemProperties,
    private readonly log: { warn(message: string): void },
  ) {
    this.timer = setInterval(() => this.look(), INTERVAL_MS);
    this.timer.unref();
    this.look();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    const { key } = systemProperty.wildcardsInExcludes;
    if (this.properties.read(systemProperty.wildcardsInExcludes)) return;
    this.log.warn(
      `Every request is redirected to the login page, because the system property ${key} is not true; "${ownCommand('access restore')}" sets it`,
    );
  }
}
