import type { RoomRef } from '@chat-admin/domain/chat-server/chat-server';
import type { BareJid } from '@chat-admin/domain/shared/jid';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';

/** A room affected by a statement, with the affiliation that was removed. */
export interface TouchedRoomRow {
  readonly id: number;
  readonly service: string;
  readonly room: string;
  readonly affiliation: string;
}

const giveOwner: Statement = { name: 'room-give-owner', text: `select give_owner($1, $2)` };

/**
 * Gives a new owner to the rooms that have lost their last one. Must run after the removal, in the
 * same transaction: the removal has locked the room through its version trigger, so concurrent
 * removals of two owners see each other.
 */
export async function giveOwnerWhereNoneIsLeft(
  db: CurrentTransaction,
  touched: readonly TouchedRoomRow[],
  heir: BareJid,
): Promise<void> {
  const ids = touched.filter(({ affiliation }) => affiliation === 'owner').map(({ id }) => id);
  if (ids.length > 0) await db.run(giveOwner, [ids, heir]);
}

/** Each room once. */
export function roomRefs(touched: readonly TouchedRoomRow[]): readonly RoomRef[] {
  const byId = new Map(touched.map(({ id, service, room }) => [id, { service, room }]));
  return [...byId.values()];
}
