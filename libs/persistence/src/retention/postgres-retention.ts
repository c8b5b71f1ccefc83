import {
  MessageExpiry,
  RetentionRepository,
} from '@chat-admin/domain/retention/retention-repository';
import type {
  ChangedRetentionRule,
  LockedRetentionRule,
  NewRetentionRule,
  RemovedMessages,
} from '@chat-admin/domain/retention/retention-repository';
import type {
  MessageKind,
  RetentionKind,
  RetentionRule,
  RetentionSubject,
} from '@chat-admin/domain/retention/retention-rule';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import type { ServiceName } from '@chat-admin/domain/muc/services/chat-service';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';
import { tooSlow } from '../database/row-streams.js';
import type { RowStreams } from '../database/row-streams.js';
import * as expiry from './expiry-statements.js';
import * as files from './file-expiry-statements.js';
import * as sql from './retention-statements.js';

type RuleRow = RetentionRule & Record<string, unknown>;

/** Archives, or rooms, that one step looks at. */
const OWNERS = 1000;

export class PostgresRetention extends RetentionRepository {
  constructor(
    private readonly db: CurrentTransaction,
    private readonly streams: Pick<RowStreams, 'readPage' | 'pageTimeoutMs'>,
  ) {
    super();
  }

  async list(): Promise<readonly RetentionRule[]> {
    return (await this.db.run<RuleRow>(sql.list)).rows;
  }

  async find(id: string): Promise<RetentionRule | null> {
    return (await this.db.run<RuleRow>(sql.find, [id])).rows[0] ?? null;
  }

  async lock(id: string): Promise<LockedRetentionRule | null> {
    const [row] = (await this.db.run<LockedRow>(sql.lock, [id])).rows;
    const rule = row && (await this.find(id));
    return rule ? { rule, subject: subjectOf(row), inForce: row.inForce } : null;
  }

  async hold(): Promise<number> {
    await this.db.run(sql.hold);
    return (await this.db.run<{ count: number }>(sql.count)).rows[0]!.count;
  }

  async daysByGroups(kind: RetentionKind, username: string, defaultDays: number): Promise<number> {
    const values = [username, defaultDays, kind];
    const { rows } = await this.db.run<{ reach: number }>(sql.daysByGroups, values);
    const { reach } = rows[0]!;
    return reach === sql.FOREVER ? 0 : reach;
  }

  async takeFormer(kind: RetentionKind, subject: RetentionSubject): Promise<number | null> {
    const values = [kind, ...valuesOf(subject)];
    return (
      (await this.db.run<{ days: number | null }>(sql.takeFormer, values)).rows[0]?.days ?? null
    );
  }

  async add(rule: NewRetentionRule): Promise<string | null> {
    const { kind, subject, days, formerDays, waits, createdBy } = rule;
    const { rows } = await this.db.run<{ id: string }>(sql.add, [
      ...[kind, ...valuesOf(subject)],
      ...[days, formerDays, waits, createdBy],
    ]);
    return rows[0]?.id ?? null;
  }

  async update(id: string, { days, waits }: ChangedRetentionRule): Promise<void> {
    await this.db.run(sql.update, [id, days, waits]);
  }

  async remove(id: string): Promise<void> {
    await this.db.run(sql.remove, [id]);
  }

  async due({ id, kind, subject, days }: RetentionRule, defaultDays: number): Promise<number> {
    if (subject === null) {
      return defaultDays === 0 ? 0 : this.count(expiry.dueByDefault(kind), defaultDays);
    }
    if (days === 0) return 0;
    if (kind === 'room') return this.count(expiry.dueOfRoom, id);
    const due = kind === 'file' ? files : expiry;
    return this.count(subject.startsWith('user:') ? due.dueOfUser : due.dueOfGroup, id);
  }

  /** Among other lists; in a transaction, by what it has stored, no longer than these. */
  private async count(statement: Statement, value: string | number): Promise<number> {
    const { db, streams } = this;
    if (!db.active) {
      return (await streams.readPage<{ due: number }>(statement.text, [value]))[0]!.due;
    }
    await db.run(sql.limitTime, [String(streams.pageTimeoutMs)]);
    const counted = db.run<{ due: number }>(statement, [value]).catch((error: unknown) => {
      throw tooSlow(error);
    });
    return (await counted).rows[0]!.due;
  }
}

/** Each statement is a transaction of its own. */
export class PostgresMessageExpiry extends MessageExpiry {
  constructor(
    private readonly db: CurrentTransaction,
    private readonly owners = OWNERS,
  ) {
    super();
  }

  async hasRules(kind: MessageKind): Promise<boolean> {
    return (await this.db.runAlone<{ found: boolean }>(sql.hasRules, [kind])).rows[0]!.found;
  }

  async step(
    kind: MessageKind,
    after: string,
    defaultDays: number,
    limit: number,
  ): Promise<RemovedMessages> {
    const values = [after, this.owners, defaultDays, limit];
    const { rows } = await this.db.runAlone<StepRow>(expiry.step(kind), values);
    const { removed, seen, last, isMine } = rows[0]!;
    if (!isMine) return { removed, next: after, isBusy: true };
    // of the same ones there may be more
    if (removed >= limit) return { removed, next: after };
    return { removed, next: seen < this.owners ? null : last };
  }

  async forget(limit: number): Promise<number> {
    return (await this.db.runAlone(sql.forget, [limit])).count;
  }
}

type StepRow = { removed: number; seen: number; last: string | null; isMine: boolean };
type LockedRow = {
  username: Localpart | null;
  group: string | null;
  service: ServiceName;
  room: Localpart;
  inForce: number | null;
};

function subjectOf({ username, group, service, room }: LockedRow): RetentionSubject {
  if (username !== null) return { type: 'user', username };
  return group === null ? { type: 'room', service, room } : { type: 'group', group };
}

function valuesOf(subject: RetentionSubject): readonly (string | null)[] {
  const {
    username = null,
    group = null,
    service = null,
    room = null,
  } = {
    ...{ username: undefined, group: undefined, service: undefined, room: undefined },
    ...subject,
  };
  return [username, group, service, room];
}
