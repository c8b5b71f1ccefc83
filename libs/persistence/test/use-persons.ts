import { jid } from '@chat-admin/port-suites/samples';
import type { OpenDatabase } from './open-database.js';

/** Each statement of a person's erasure, on many messages of others. */
export async function usePersons({ query, roomHistory, rosters, transactions }: OpenDatabase) {
  for (const one of ['user81', 'user82']) {
    await query(`
      insert into room_message (room_id, sender, nickname, body)
      select 81, '${one}@example.org/phone', 'nick', 'body' from generate_series(1, 3)`);
  }
  await transactions.run(async () => {
    expect(await roomHistory.anonymise(jid('user81'))).toBe(3);
    expect(await roomHistory.removeOf(jid('user82'))).toBe(3);
    await rosters.forget(jid('user83'));
  });
}
