import { wholeList } from '@chat-admin/domain/shared/long-list';
import { faultOf } from '@chat-admin/codecs/errors/wire-errors';
import { groupDoc } from '@chat-admin/codecs/groups/group.doc';
import { roomDoc } from '@chat-admin/codecs/muc/rooms/room.doc';
import { propertiesDoc } from '@chat-admin/codecs/system/property.doc';
import { rosterDoc } from '@chat-admin/codecs/users/roster.doc';
import { userDoc } from '@chat-admin/codecs/users/user.doc';
import { webhooksDoc } from '@chat-admin/codecs/webhooks/webhook.doc';
import { DEFAULT_SERVICE } from '@chat-admin/domain/muc/services/chat-service';
import { inMemoryPorts } from '@chat-admin/domain/testing/in-memory-ports';
import { InMemoryWebhookRepository } from '@chat-admin/domain/testing/in-memory-webhooks';
import { copyOf, type Rows } from '@chat-admin/domain/testing/rows';
import { createUseCases } from '@chat-admin/domain/use-cases';
import { DOMAIN } from '../requests/values.js';
import type { Operation, UseCases } from './operation.js';
import { documentsOf, type State } from './state.js';
import { silentWebhooks } from './webhook-operations.js';

/** How a change was answered; null: no answer came, so it may have been done or not. */
export type Outcome = {
  readonly status: number;
  readonly exception: string | null;
  /** name of what was made, where the answer says it */
  readonly made?: string | undefined;
} | null;

/** A change that was asked for, and how it was answered. */
export interface Seen {
  readonly operation: Operation;
  readonly outcome: Outcome;
}

/** What the service should hold: its use cases on ports in memory, one change after the other. */
export class Model {
  private readonly ports = inMemoryPorts(DOMAIN);
  private readonly storedWebhooks = new InMemoryWebhookRepository(this.ports.database);
  private readonly useCases: UseCases = {
    ...createUseCases(this.ports, { securityPropertiesOpen: false, auditWriteOnly: false }),
    webhooks: silentWebhooks(this.storedWebhooks, this.ports),
  };

  /** Nobody and nothing. */
  empty(): Rows {
    this.ports.database.clear();
    return copyOf(this.ports.database.committedRows);
  }

  /**
   * Orders in which the changes, done one after the other, would have been answered as they were and have led to this
   * state; of those without answer each may have been done or not.
   * @returns what is stored after each of them: not all of that is shown, such as a contact below one of a shared group
   */
  async *explanations(before: Rows, seen: readonly Seen[], after: State): AsyncGenerator<Rows> {
    if (seen.every(({ outcome }) => outcome === null)) {
      if (JSON.stringify(await this.state(before)) === JSON.stringify(after)) yield before;
    }
    for (const [index, { operation, outcome }] of seen.entries()) {
      const done = await this.do(before, operation, outcome?.made);
      if (outcome !== null && !isSame(outcome, done.outcome)) continue;
      yield* this.explanations(done.rows, seen.toSpliced(index, 1), after);
    }
  }

  /** As the API shows it. */
  async state(rows: Rows): Promise<State> {
    await this.restore(rows);
    const { users, rosters, groups, roomQueries, properties, webhooks } = this.useCases;
    const options = { dates: 'iso' } as const;
    const shown = async <T>(read: () => Promise<T>, write: (value: T) => string) => {
      try {
        return JSON.parse(write(await read())) as unknown;
      } catch (error) {
        if (faultOf(error) === null) throw error;
        return null;
      }
    };
    return documentsOf({
      user: (name) =>
        shown(
          () => users.get(name),
          (user) => userDoc.writeJson(user, options),
        ),
      roster: (name) =>
        shown(
          async () => wholeList(await rosters.list(name)),
          (list) => rosterDoc.writeJson(list, options),
        ),
      group: (name) =>
        shown(
          () => groups.get(name),
          (group) => groupDoc.writeJson(group, options),
        ),
      room: (room) =>
        shown(
          () => roomQueries.get({ service: DEFAULT_SERVICE, room }, false),
          (found) => roomDoc.writeJson(found, options),
        ),
      properties: () =>
        shown(
          () => properties.list(),
          (list) => propertiesDoc.writeJson(list, options),
        ),
      webhooks: () =>
        shown(
          () => webhooks.list(),
          (list) => webhooksDoc.writeJson(list, options),
        ),
    });
  }

  /** One change, and what is stored after it. @param made how the service has called what it made */
  async do(
    rows: Rows,
    operation: Operation,
    made?: string,
  ): Promise<{ outcome: NonNullable<Outcome>; rows: Rows }> {
    await this.restore(rows);
    this.storedWebhooks.nextId = made ?? null;
    let outcome = { status: operation.success, exception: null as string | null };
    try {
      await operation.run(this.useCases);
    } catch (error) {
      const fault = faultOf(error);
      if (fault === null) throw error;
      outcome = { status: fault.status, exception: fault.exception };
    }
    return { outcome, rows: copyOf(this.ports.database.committedRows) };
  }

  private async restore(rows: Rows): Promise<void> {
    const { database } = this.ports;
    database.clear();
    await database.change((all) => {
      for (const [name, map] of Object.entries(copyOf(rows))) {
        const target = all[name as keyof Rows] as Map<unknown, unknown>;
        target.clear();
        for (const [key, value] of map as Map<unknown, unknown>) target.set(key, value);
      }
    });
  }
}

function isSame(a: NonNullable<Outcome>, b: NonNullable<Outcome>): boolean {
  return a.status === b.status && a.exception === b.exception;
}
