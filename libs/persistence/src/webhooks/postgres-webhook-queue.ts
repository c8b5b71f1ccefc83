import type { EventType } from '@chat-admin/domain/events/event-types';
import type { Transactions } from '@chat-admin/domain/shared/transactions';
import { isSuccess } from '@chat-admin/domain/webhooks/delivery';
import type { WebhookMaker } from '@chat-admin/domain/webhooks/webhook';
import { WebhookQueue } from '@chat-admin/domain/webhooks/webhook-repository';
import type {
  ActiveWebhook,
  AfterAttempt,
  AttemptRecord,
  DueDelivery,
  MadeWebhook,
} from '@chat-admin/domain/webhooks/webhook-repository';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';
import { madeBy, withMaker, withSecrets } from './stored-webhook.js';
import type { MakerColumns, SecretColumns } from './stored-webhook.js';
import * as sql from './webhook-statements.js';

type ActiveRow = Omit<ActiveWebhook, 'maker'> & MakerColumns;
type DueRow = Omit<DueDelivery, 'secrets'> & SecretColumns;

export class PostgresWebhookQueue extends WebhookQueue {
  constructor(
    private readonly db: CurrentTransaction,
    private readonly transactions: Transactions,
  ) {
    super();
  }

  async active(): Promise<readonly ActiveWebhook[]> {
    return (await this.rows<ActiveRow>(sql.active)).map((row) => withMaker(row));
  }

  async fill(
    { id, maker }: MadeWebhook,
    types: readonly EventType[],
    limit: number,
  ): Promise<boolean> {
    const values = [id, types, limit, ...madeBy(maker)];
    const [row] = await this.rows<{ rest: boolean }>(sql.fill, values);
    return row?.rest ?? false;
  }

  async takeTurns(instance: string, ids: readonly string[]): Promise<readonly string[]> {
    return (await this.rows<{ id: string }>(sql.takeTurns, [instance, ids])).map(({ id }) => id);
  }

  firsts(
    { id, maker }: MadeWebhook,
    instance: string,
    limit: number,
  ): Promise<readonly DueDelivery[]> {
    return this.due(sql.firsts, [id, instance, limit, ...madeBy(maker)]);
  }

  async endTurn(id: string, instance: string): Promise<void> {
    await this.db.runAlone(sql.endTurn, [id, instance]);
  }

  repetitions({ id, maker }: MadeWebhook, limit: number): Promise<readonly DueDelivery[]> {
    return this.due(sql.repetitions, [id, limit, ...madeBy(maker)]);
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

  async giveUpUnreadable(
    { id, maker }: MadeWebhook,
    readable: ReadonlySet<EventType>,
  ): Promise<void> {
    await this.db.runAlone(sql.giveUpUnreadable, [id, ...madeBy(maker), [...readable]]);
  }

  disable(id: string, reason: string, maker?: WebhookMaker): Promise<boolean> {
    return this.transactions.run(async () => {
      if (
        (
          await this.db.run(sql.disable, [
            id,
            reason,
            ...(maker === undefined ? [null, null] : madeBy(maker)),
          ])
        ).count === 0
      )
        return false;
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

  private async due(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<readonly DueDelivery[]> {
    return (await this.rows<DueRow>(statement, values)).map((row) => withSecrets(row));
  }

  private async rows<Row extends object>(
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<readonly Row[]> {
    return (await this.db.runAlone<Row & Record<string, unknown>>(statement, values)).rows;
  }
}
