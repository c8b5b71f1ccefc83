import { ownCommand } from '@chat-admin/configuration/own-command';
import type { ServiceDomain } from '@chat-admin/domain/shared/service-domain';
import { administrators } from '@chat-admin/domain/system/administrators';
import { systemProperty } from '@chat-admin/domain/system/system-properties';
import type { SystemProperties } from '@chat-admin/domain/system/system-properties';

const INTERVAL_MS = 60_000;

/**
 * Warns once a minute while every request is redirected, and when it begins that nobody administers.
 * Contract: core 1.3, 1.4; extensions E10, I-12
 */
export class AccessWatch {
  private readonly timer: NodeJS.Timeout;
  private hasWarned = false;

  constructor(
    private readonly properties: SystemProperties,
    private readonly domain: ServiceDomain,
    private readonly log: { warn(message: string): void },
  ) {
    this.timer = setInterval(() => this.look(), INTERVAL_MS);
    this.timer.unref();
    this.look();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** What a passed readiness check tells beside; `null`: nothing. */
  get remark(): string | null {
    const listed = this.properties.read(systemProperty.administrators);
    return administrators(listed, this.domain).length === 0 ? 'nobody administers' : null;
  }

  private look(): void {
    this.lookForAdministrators();
    const { key } = systemProperty.wildcardsInExcludes;
    if (this.properties.read(systemProperty.wildcardsInExcludes)) return;
    this.log.warn(
      `Every request is redirected to the login page, because the system property ${key} is not true; "${ownCommand('access restore')}" sets it`,
    );
  }

  private lookForAdministrators(): void {
    const isNobody = this.remark !== null;
    if (isNobody && !this.hasWarned) {
      this.log.warn(
        `Nobody administers, because the system property ${systemProperty.administrators.key} names no account; "${ownCommand('admin grant')}" makes an administrator`,
      );
    }
    this.hasWarned = isNobody;
  }
}
