import { markText } from '@chat-admin/domain/audit/seals';
import { systemProperty } from '@chat-admin/domain/system/system-properties';
import type { PostgresAuditSeals } from '@chat-admin/persistence/audit/postgres-audit-seals';
import type { Instruments } from '@chat-admin/server/metrics/instruments';
import type { Persistence } from '@chat-admin/server/composition/open-persistence';
import type { Logger } from 'pino';
import { signer } from './signing-key.js';

/** How long a stop waits for those who write at this moment. */
const LAST_WAIT_MS = 1_000;

interface SealerSettings {
  /** 0: never */
  readonly auditSealSeconds: number;
  readonly recordsSigningKey: string | null;
}

interface SealerCallbacks {
  /** between anchors; 0: only at stops */
  minutesBetween(): number;
  /** @param mark `812.<hash>` */
  anchored(mark: string): void;
  failed(error: unknown): void;
}

/** Seals the audit log every few seconds while it is started, and makes anchors. Contract: extensions E22 */
export class AuditSealer {
  private readonly stopping = new AbortController();
  private readonly sign: (text: string) => string | null;
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private hasFailed = false;

  constructor(
    private readonly seals: Pick<PostgresAuditSeals, 'seal' | 'anchor'>,
    private readonly settings: SealerSettings,
    private readonly callbacks: SealerCallbacks,
  ) {
    this.sign = signer(settings.recordsSigningKey);
  }

  start(): void {
    const { auditSealSeconds: seconds } = this.settings;
    if (seconds > 0) this.timer ??= setInterval(() => void this.run(), seconds * 1000).unref();
  }

  /** One pass; joins a pass in progress. Never fails; of failures in a row the first one is told. */
  run(): Promise<void> {
    return (this.running ??= this.pass(this.stopping.signal).finally(() => {
      this.running = null;
    }));
  }

  /** Seals what there is, and leaves an anchor. */
  async stop(): Promise<void> {
    if (this.timer === null) return;
    clearInterval(this.timer);
    this.stopping.abort();
    await this.running;
    await this.pass(AbortSignal.timeout(LAST_WAIT_MS), 0);
  }

  private async pass(stop: AbortSignal, seconds = this.secondsBetween()): Promise<void> {
    try {
      await this.seals.seal(stop);
      const mark = seconds === null ? null : await this.seals.anchor(seconds, this.sign);
      if (mark !== null) this.callbacks.anchored(markText(mark));
      this.hasFailed = false;
    } catch (error) {
      if (!this.hasFailed) this.callbacks.failed(error);
      this.hasFailed = true;
    }
  }

  private secondsBetween(): number | null {
    const minutes = this.callbacks.minutesBetween();
    return minutes > 0 ? minutes * 60 : null;
  }
}

/** Not started. */
export function openSealer(
  { auditSeals, properties }: Pick<Persistence, 'auditSeals' | 'properties'>,
  settings: SealerSettings,
  log: Logger,
  instruments: Instruments,
): AuditSealer {
  const isOn = settings.auditSealSeconds > 0;
  instruments.reading('chat_admin_audit_unsealed', async () =>
    isOn ? (await auditSeals.state()).unsealedSeconds : null,
  );
  return new AuditSealer(auditSeals, settings, {
    minutesBetween: () => properties.read(systemProperty.auditAnchorMinutes),
    anchored: (mark) => log.info(`Audit anchor ${mark}`),
    failed: (error) => log.warn(error, 'The audit log could not be sealed'),
  });
}
