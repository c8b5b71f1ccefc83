/** Why the database takes no writes, as operators are told. */
export type WriteFault = 'read-only' | 'no space' | 'out of memory';

const FAULTS: Readonly<Record<string, WriteFault>> = {
  '25006': 'read-only',
  '53100': 'no space',
  '53200': 'out of memory',
};

const PROBE_INTERVAL_MS = 5_000;

/**
 * Whether the database takes writes. Answers to statements tell when it does not; from then on a
 * write of its own tells when it does again. While all is well nothing is written but once at the start.
 */
export class WriteWatch {
  private found: WriteFault | null = null;
  private probe: (() => Promise<unknown>) | null = null;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly onChange: (fault: WriteFault | null) => void = () => undefined,
    private readonly intervalMs = PROBE_INTERVAL_MS,
  ) {}

  /** `null` while nothing is known against writes. */
  get fault(): WriteFault | null {
    return this.found;
  }

  /** @param code SQLSTATE that a statement was answered with */
  saw(code: string | undefined): void {
    const fault = FAULTS[code ?? ''] ?? null;
    if (fault === null) return;
    this.become(fault);
    this.probeLater();
  }

  /** @param probe writes; what it is answered with is seen like that of any other statement */
  async start(probe: () => Promise<unknown>): Promise<void> {
    this.probe = probe;
    await this.tryToWrite();
  }

  close(): void {
    this.probe = null;
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private probeLater(): void {
    if (this.timer !== null || this.probe === null) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      void this.tryToWrite();
    }, this.intervalMs);
    this.timer.unref();
  }

  private async tryToWrite(): Promise<void> {
    try {
      await this.probe?.();
      this.become(null);
    } catch {
      if (this.found !== null) this.probeLater();
    }
  }

  private become(fault: WriteFault | null): void {
    if (fault === this.found) return;
    this.found = fault;
    this.onChange(fault);
  }
}
