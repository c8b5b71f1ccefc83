import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** What was said anonymously stays so when the room is opened. Contract: muc-and-legacy 8.3 */
export class NoteShownSenders implements MigrationInterface {
  readonly name = 'NoteShownSenders1796083200015';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table room_message add sender_shown boolean not null default false;
      -- only such stanzas hold an element of this namespace
      update room_message set sender_shown = true
      where stanza like '%<x xmlns=''http://jabber.org/protocol/muc#user''%'`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
