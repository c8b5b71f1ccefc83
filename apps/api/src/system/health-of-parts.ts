import type { ChatServer } from '@chat-admin/domain/chat-server/chat-server';
import type { ClusterDirectory } from '@chat-admin/domain/cluster/cluster-directory';
import { systemProperty } from '@chat-admin/domain/system/system-properties';
import type { SystemProperties } from '@chat-admin/domain/system/system-properties';
import { inTime } from '@chat-admin/server/process/readiness';
import type { ServerVitals } from '@chat-admin/server/process/readiness';

type Status = 'ok' | 'failed' | 'off' | 'waiting' | 'paused';

/** A part of the service, as this instance sees it. Contract: extensions E12, X-5 */
export interface PartHealth {
  readonly name: string;
  /** `off`: not set up; directories alone are `waiting` or `paused` */
  readonly status: Status;
  /** when this instance first saw it so; of directories that fail, when they began to */
  readonly since: Date;
  /** why it has failed; `null`: it has not */
  readonly message: string | null;
  /** of a directory: when it was last in step */
  readonly lastSuccess: Date | null;
}

export interface Finding
  extends
    Pick<PartHealth, 'status' | 'message'>,
    Partial<Pick<PartHealth, 'since' | 'lastSuccess'>> {}

/** What it needs from the app. */
export interface PartVitals extends ServerVitals {
  /** whether events of committed changes get their ids */
  publishesEvents(): boolean;
  /** the directories of the file, by the names of their parts, within two seconds */
  directories(): Promise<Readonly<Record<string, Finding>>>;
}

const OK: Finding = { status: 'ok', message: null };
const OFF: Finding = { status: 'off', message: null };
const failed = (message: string): Finding => ({ status: 'failed', message });

/** Looks at the parts, and remembers since when they are as they are. */
export class HealthOfParts {
  private last: readonly PartHealth[] = [];

  constructor(
    private readonly vitals: PartVitals,
    private readonly properties: SystemProperties,
    private readonly cluster: ClusterDirectory,
    private readonly chatServer: ChatServer,
    private readonly timeoutMs?: number,
  ) {}

  /** Ends within two seconds, whatever the parts depend on. */
  async look(): Promise<readonly PartHealth[]> {
    const [database, chatserver, directories] = await Promise.all([
      this.database(),
      this.chatServerHealth(),
      this.vitals.directories(),
    ]);
    const [redis, events] = [this.redis(), this.events()];
    const found = { api: this.api(), database, chatserver, redis, events, ...directories };
    const now = new Date();
    this.last = Object.entries(found).map(([name, finding]) => {
      const before = this.last.find((part) => part.name === name);
      const since = before?.status === finding.status ? before.since : now;
      return { name, since, lastSuccess: null, ...finding };
    });
    return this.last;
  }

  private api(): Finding {
    if (!this.vitals.isServing()) return failed('The service is starting or stopping');
    if (this.properties.read(systemProperty.wildcardsInExcludes)) return OK;
    return failed(`${systemProperty.wildcardsInExcludes.key} is not true`);
  }

  private async database(): Promise<Finding> {
    const answered = this.vitals.pingDatabase().then(() => true);
    if (!(await inTime(answered, this.timeoutMs))) return failed('The database does not answer');
    const fault = this.vitals.writeFault();
    return fault === null ? OK : failed(`The database takes no writes (${fault})`);
  }

  private async chatServerHealth(): Promise<Finding> {
    if (this.chatServer.attachment === 'none') return OFF;
    const listeners = await inTime(this.chatServer.listeners(), this.timeoutMs);
    return listeners === null ? failed('The chat server cannot be reached') : OK;
  }

  private events(): Finding {
    return this.vitals.publishesEvents() ? OK : failed('Events are not published');
  }

  private redis(): Finding {
    const { membership } = this.cluster;
    if (membership === 'disabled') return OFF;
    return membership === 'joined' ? OK : failed('This instance has not joined the cluster');
  }
}
