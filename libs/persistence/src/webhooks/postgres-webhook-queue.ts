import type { EventType } from '@chat-admin/domain/events/event-types';
import type { Transactions } from '@chat-admin/domain/shared/transactions';
import { isSuccess } from '@chat-admin/domain/webhooks/delivery';
import { WebhookQueue } from '@chat-admin/domain/webhooks/webhook-repository';
import type {
  ActiveWebhook,
  AfterAttempt,
  AttemptRecord,
  DueDelivery,
} from '@chat-admin/domain/webhooks/webhook-repository';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';
import { nested } from './stored-webhook.js';
import type { MakerColumns, SecretColumns } from './stored-webhook.js';
import * as sql from './webhook-statements.js';

type ActiveRow = Omit<ActiveWebhook, 'maker' | 'secrets'> & MakerColumns & SecretColumns;

export class PostgresWebhookQueue extends WebhookQueue {
  constructor(
    private readonly db: CurrentTransaction,
    private readonly transactions: Transactions,
  ) {
    super();
  }

  async active(): Promise<readonly ActiveWebhook[]> {
    return (await this.rows<ActiveRow>(sql.active)).map((row) => nested(row));
  }

  async fill(id: string, types: readonly EventType[], limit: number): Promise<boolean> {
    const [row] = await this.rows<{ rest: boolean }>(sql.fill, [id, types, limit]);
    return row?.rest ?? false;
  }

  async takeTurns(instance: string, ids: readonly string[]): Promise<readonly string[]> {
    return (await this.rows<{ id: string }>(sql.takeTurns, [instance, ids])).map(({ id }) => id);
  }

  firsts(id: string, instance: string, limit: number): Promise<readonly DueDelivery[]> {
    return this.rows<DueDelivery>(sql.firsts, [id, instance, limit]);
  }

  async endTurn(id: string, instance: string): Promise<void> {
    await this.db.runAlone(sql.endTurn, [id, instance]);
  }

  repetitions(id: string, limit: number): Promise<readonly DueDelivery[]> {
    return this.rows<DueDelivery>(sql.repetitions, [id, limit]);
  }

  async finish(record: AttemptRecord, instance: string): Promise<AfterAttempt> {
    const { due, result, attempted, nextIn } = record;
    const [after] = await this.rows<AfterAttempt>(sql.finish, [
      ...[due.webhook, due.event, attempted, isSuccess(result)],
      'responseStatus' in result ? result.responseStatus : null,
      'error' in result ? result.error : null,
      ...[nextIn, instance],
    ]);
    return after ?? { isMine: false, failsTooLong: false };
  }

  async endTurns(instance: string): Promise<void> {
    await this.db.runAlone(sql.releaseTurns, [instance]);
  }

  disable(id: string, reason: string): Promise<boolean> {
    return this.transactions.run(async () => {
      if ((await this.db.run(sql.disable, [id, reason])).count === 0) return false;
      await this.db.run(sql.giveUp, [id]);
      return true;
    });
  }

  async pending(): Promise<number> {
    return (await this.rows<{ count: number }>(sql.pending))[0]!.count;
  }

  async tidy(limit: number): Promise<number> {
    return (await this.db.runAlone(sql.tidy, [limit])).count;
  }

  private async rows<Row extends object>(
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<readonly Row[]> {
    return (await this.db.runAlone<Row & Record<string, unknown>>(statement, values)).rows;
  }
}
