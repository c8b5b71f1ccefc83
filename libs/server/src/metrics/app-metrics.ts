import type { Registry } from 'prom-client';
import { REVISION, VERSION } from '../process/version.js';
import { Instruments } from './instruments.js';
import type { Count } from './instruments.js';
import { collectProcessMetrics, processMetrics } from './process-metrics.js';
import { RequestMeasures } from './request-measures.js';

/** With what a caller tries to get in. */
export type LoginScheme = 'basic' | 'secret' | 'key' | 'oidc' | 'oidc_sign_in' | 'session';

const SCHEMES: readonly LoginScheme[] = [
  ...(['basic', 'secret', 'key', 'oidc', 'oidc_sign_in', 'session'] as const),
];

/** The checks of readiness by name, each with the name of what failed, or `null`. */
export type ReadinessChecks = Readonly<
  Record<string, () => Promise<string | null> | string | null>
>;

/** The metrics of one app: its own, those of what it stands on, and those of the process. */
export class AppMetrics {
  readonly instruments = new Instruments();
  readonly requests = new RequestMeasures(this.instruments);
  private readonly refusals = this.instruments.counter('chat_admin_refused_requests_total');
  private readonly logins: Readonly<
    Record<LoginScheme, readonly [refused: Count, accepted: Count]>
  >;

  /**
   * @param foundation metrics of database and chat server
   * @param schemes by which callers can get in
   */
  constructor(
    private readonly foundation: Registry,
    checks: ReadinessChecks,
    schemes = SCHEMES,
  ) {
    collectProcessMetrics();
    const { instruments } = this;
    const logins = instruments.counter('chat_admin_logins_total');
    this.logins = Object.fromEntries(
      schemes.map((scheme) => [
        scheme,
        [logins.of(scheme, 'refused'), logins.of(scheme, 'accepted')],
      ]),
    ) as unknown as AppMetrics['logins'];
    instruments.reading('chat_admin_build_info', () => [[[VERSION, REVISION, process.version], 1]]);
    instruments.reading('chat_admin_ready', () =>
      Promise.all(
        Object.entries(checks).map(
          async ([check, failed]) => [[check], Number((await failed()) === null)] as const,
        ),
      ),
    );
  }

  refused(reason: string): void {
    this.refusals.of(reason).count += 1;
  }

  login(scheme: LoginScheme, accepted: boolean): void {
    this.logins[scheme][Number(accepted) as 0 | 1].count += 1;
  }

  /** In the Prometheus text format. */
  async text(): Promise<string> {
    const parts = [
      processMetrics(),
      this.foundation.metrics(),
      this.instruments.registry.metrics(),
    ];
    return (await Promise.all(parts)).join('\n');
  }

  get contentType(): string {
    return this.instruments.registry.contentType;
  }
}
