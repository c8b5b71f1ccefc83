import { checkFailed } from '@chat-admin/codecs/errors/wire-errors';
import type { ChatServer } from '@chat-admin/domain/chat-server/chat-server';
import type { ClusterDirectory } from '@chat-admin/domain/cluster/cluster-directory';
import { knownProperties, systemProperty } from '@chat-admin/domain/system/system-properties';
import type { KnownProperty } from '@chat-admin/domain/system/known-property';
import type { SystemProperties } from '@chat-admin/domain/system/system-properties';
import { inTime, serverReadiness } from '@chat-admin/server/process/readiness';
import type { ServerVitals } from '@chat-admin/server/process/readiness';
import { failingListener } from './connection-checks.js';
import type { ConnectionQuestion } from './connection-checks.js';
import { TakeoverGrace } from './takeover-grace.js';

/** What the checks need from the app. */
export interface Vitals extends ServerVitals {
  isListening(): boolean;
  /** whether a chat server waits to take over */
  standbyWaits(): Promise<boolean>;
}

/**
 * Liveness and readiness. Every check ends within two seconds, whatever it depends on; a check
 * without an answer has failed. Contract: core 7.3
 */
export class HealthChecks {
  private readonly atStart: ReadonlyMap<KnownProperty<unknown>, unknown>;
  private readonly takeover = new TakeoverGrace(
    async () => (await inTime(this.vitals.standbyWaits(), this.timeoutMs)) ?? false,
  );

  constructor(
    private readonly vitals: Vitals,
    private readonly properties: SystemProperties,
    private readonly cluster: ClusterDirectory,
    private readonly chatServer: ChatServer,
    registry: readonly KnownProperty<unknown>[] = knownProperties,
    private readonly timeoutMs?: number,
  ) {
    this.atStart = new Map(
      registry
        .filter(
          (property) => property.immediate === false && property.key !== systemProperty.domain.key,
        )
        .map((property) => [property, properties.read(property)]),
    );
  }

  /**
   * Of this check the answer is all that there is: an event loop that stands still gives none, and one
   * that stood still under load works again.
   */
  deadlock(): null {
    return null;
  }

  /** This one and the following give the name of the check that failed, or `null`. */
  changedProperties(): string | null {
    const changed = [...this.atStart].some(
      ([property, value]) => this.properties.read(property) !== value,
    );
    return changed ? 'liveness/properties' : null;
  }

  liveness(): string | null {
    return this.deadlock() ?? this.changedProperties();
  }

  /** With the reason in brackets, for operators. */
  server(reads = false): Promise<string | null> {
    return serverReadiness(this.vitals, this.properties, this.timeoutMs, reads);
  }

  clusterReadiness(): string | null {
    return this.cluster.membership === 'starting' ? 'readiness/cluster' : null;
  }

  plugins(): string | null {
    return this.chatServer.attachment === 'connecting' ? 'readiness/plugins' : null;
  }

  async connections(question: ConnectionQuestion): Promise<string | null> {
    const attached = this.chatServer.attachment !== 'none';
    const listeners = await inTime(this.chatServer.listeners(), this.timeoutMs);
    if (listeners !== null) this.takeover.reached();
    else if (attached && (await this.takeover.covers())) return null;
    const state = { own: this.vitals.isListening(), attached, listeners };
    const failing = failingListener(question, state);
    return failing && `readiness/connections (${failing})`;
  }

  /** @param reads whether only reads count */
  async readiness(reads = false): Promise<string | null> {
    const everything: ConnectionQuestion = { type: null, encrypted: null };
    return (
      (await this.server(reads)) ??
      this.clusterReadiness() ??
      this.plugins() ??
      (await this.connections(everything))
    );
  }
}

/** @param failed the failed check; callers are not told why. @throws WireFault */
export function requirePassed(failed: string | null): void {
  if (failed !== null) throw checkFailed(failed.replace(/^(readiness\/server) .*/, '$1'));
}
