import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** The conversations of logged rooms, and what searching rooms needs. Contract: muc-and-legacy 4, 8.3 */
export class CreateRoomMessages implements MigrationInterface {
  readonly name = 'CreateRoomMessages1763700000101';

  async up(runner: QueryRunner): Promise<void> {
    // nickname null: said by the room itself; body null: a change of the subject, for example.
    // sent_at has milliseconds as they are shown, so that a shown time bounds exactly what was shown.
    await runner.query(`
      create table room_message (
        id bigint generated always as identity,
        room_id bigint not null,
        sent_at timestamptz(3) not null default now(),
        nickname text,
        sender text collate "C",
        type text not null default 'groupchat',
        subject text,
        body text,
        stanza text,
        constraint room_message_pk primary key (id),
        constraint room_message_room_fk foreign key (room_id)
          references room (id) on delete cascade
      )`);
    // The foreign key's cascade needs every row of a room, so the index is not partial.
    await runner.query(`
      create index room_message_room_id_sent_at_idx on room_message (room_id, sent_at, id)`);

    await runner.query(`create index room_name_trigram_idx on room using gin (name gin_trgm_ops)`);
    await runner.query(`
      create index room_natural_name_trigram_idx
      on room using gin (lower(natural_name) gin_trgm_ops)`);
  }

  down(): Promise<never> {
    return forwardOnly(this.name);
  }
}
