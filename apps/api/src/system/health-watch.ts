import { EachMinute } from '@chat-admin/server/process/each-minute';
import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { HealthOfParts } from './health-of-parts.js';

/** Looks at the parts also when nobody asks, so that it is known since when something has failed. */
@Injectable()
export class HealthWatch implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly minutes: EachMinute;

  constructor(parts: HealthOfParts) {
    this.minutes = new EachMinute(
      async () => void (await parts.look()),
      (error) => new Logger('health').warn(`Parts could not be looked at: ${String(error)}`),
    );
  }

  onApplicationBootstrap(): void {
    this.minutes.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.minutes.stop();
  }
}
