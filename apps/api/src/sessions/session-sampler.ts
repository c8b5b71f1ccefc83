import { SessionStatistics } from '@chat-admin/domain/sessions/session-statistics';
import { EachMinute } from '@chat-admin/server/process/each-minute';
import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';

/** Counts the sessions minute by minute, by turns with other instances. */
@Injectable()
export class SessionSampler implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly minutes: EachMinute;

  constructor(statistics: SessionStatistics) {
    this.minutes = new EachMinute(
      () => statistics.sample(),
      (error) => new Logger('sessions').warn(`Sessions could not be counted: ${String(error)}`),
    );
  }

  onApplicationBootstrap(): void {
    this.minutes.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.minutes.stop();
  }
}
