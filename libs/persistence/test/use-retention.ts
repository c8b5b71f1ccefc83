import { RETENTION_KINDS } from '@chat-admin/domain/retention/retention-rule';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import { CONFERENCE, roomNamed } from '@chat-admin/port-suites/rooms';
import { PostgresMessageExpiry, PostgresRetention } from '../src/retention/postgres-retention.js';
import type { OpenDatabase } from './open-database.js';

/** Each statement of retention rules that the API sends. */
export async function useRetention({ db, transactions, streams }: OpenDatabase): Promise<void> {
  const retention = new PostgresRetention(db, streams);
  const about = [
    { kind: 'file', subject: { type: 'user', username: 'user95' as Localpart } },
    { kind: 'file', subject: { type: 'group', group: 'group95' } },
    { kind: 'chat', subject: { type: 'user', username: 'user95' as Localpart } },
    { kind: 'chat', subject: { type: 'group', group: 'group95' } },
    { kind: 'room', subject: { type: 'room', service: CONFERENCE, room: roomNamed('room95') } },
  ] as const;
  const ids: string[] = [];
  for (const one of about) {
    const id = await transactions.run(async () => {
      await retention.hold();
      await retention.daysByGroups(one.kind, 'user95', 10);
      const formerDays = await retention.takeFormer(one.kind, one.subject);
      return retention.add({ ...one, days: 1, formerDays, createdBy: 'boss', waits: true });
    });
    ids.push(id!);
  }
  for (const id of ids) {
    await transactions.run(async () => {
      await retention.lock(id);
      await retention.update(id, { days: 2, waits: false });
      await retention.due((await retention.find(id))!, 10);
    });
  }
  const byDefault = { subject: null, days: 10, acts: null, created: null, createdBy: null };
  await retention.list();
  const expiry = new PostgresMessageExpiry(db, 10);
  for (const kind of RETENTION_KINDS) {
    await transactions.run(() => retention.due({ id: kind, kind, ...byDefault }, 10));
  }
  for (const kind of ['chat', 'room'] as const) {
    await expiry.hasRules(kind);
    await expiry.step(kind, '90', 10, 10);
  }
  await retention.remove(ids[0]!);
  await expiry.forget(10);
}
