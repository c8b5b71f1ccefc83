import { randomInt } from 'node:crypto';
import type { BareJid } from '@chat-admin/domain/shared/jid';
import type { CurrentTransaction, Statement } from '../../database/current-transaction.js';
import { anonymousStanza } from './anonymous-stanza.js';

/** Read at once, and written with one statement. */
const PIECE = 200;

/** One look into an index for each room, however many messages there are. */
export const rooms: Statement = {
  name: 'room-history-rooms-of-sender',
  text: `
    select room.id, room.name || '@' || room.service || '.' || service_domain() as jid
    from room cross join lateral (
      select from room_message
      where room_id = room.id and split_part(sender, '/', 1) = $1
      limit 1
    ) said
    order by room.id`,
};

export const piece: Statement = {
  name: 'room-history-piece-of-sender',
  text: `
    select id::text as id, sent_at as "sentAt", nickname, subject, body, stanza
    from room_message
    where room_id = $1 and split_part(sender, '/', 1) = $2
      and (sent_at, id) > ($3::timestamptz, $4::bigint)
    order by sent_at, id
    limit ${PIECE}`,
};

const anonymise: Statement = {
  name: 'room-history-anonymise',
  text: `
    update room_message
    set sender = null, sender_shown = false, stanza = anonymous.stanza, occupant_id = null,
        nickname = case when nickname is not null then $3 end,
        retracted_by = nullif(retracted_by, coalesce(local_username($4, service_domain()), $4))
    from unnest($1::bigint[], $2::text[]) as anonymous (id, stanza)
    where room_message.id = anonymous.id`,
};

const dropOriginals: Statement = {
  name: 'room-history-drop-originals',
  text: `delete from retracted_message where id = any ($1::bigint[])`,
};

/** Contract: extensions E19, Erasure */
const disown: Statement = {
  name: 'room-history-disown-retractions',
  text: `select disown_retractions($1::bigint[])`,
};

const remove: Statement = {
  name: 'room-history-remove-of-sender',
  text: `delete from room_message where id = any ($1::bigint[])`,
};

interface Room {
  readonly id: number;
  readonly jid: string;
}

interface Said {
  readonly id: string;
  readonly sentAt: Date;
  /** `null`: said by the room, for the sender */
  readonly nickname: string | null;
  readonly subject: string | null;
  readonly body: string | null;
  readonly stanza: string | null;
}

/** What one person has said, in pieces. All inside the transaction of the caller. */
export class MessagesOfSender {
  constructor(
    private readonly db: CurrentTransaction,
    private readonly sender: BareJid,
  ) {}

  /** @returns how many messages */
  async anonymise(): Promise<number> {
    let count = 0;
    for (const room of await this.rooms()) {
      const nickname = randomNickname();
      for await (const messages of this.saidIn(room)) {
        const ids = messages.map(({ id }) => id);
        const stanzas = messages.map((message) => this.anonymous(message, room, nickname));
        await this.db.run(anonymise, [ids, stanzas, nickname, this.sender]);
        await this.db.run(dropOriginals, [ids]);
        await this.db.run(disown, [ids]);
        count += messages.length;
      }
    }
    return count;
  }

  /** @returns how many messages */
  async remove(): Promise<number> {
    let count = 0;
    for (const room of await this.rooms()) {
      for await (const messages of this.saidIn(room)) {
        const ids = messages.map(({ id }) => id);
        await this.db.run(disown, [ids]);
        await this.db.run(remove, [ids]);
        count += messages.length;
      }
    }
    return count;
  }

  private async rooms(): Promise<readonly Room[]> {
    return (await this.db.run<Room>(rooms, [this.sender])).rows;
  }

  private async *saidIn({ id }: Room): AsyncGenerator<readonly Said[]> {
    let after: readonly [at: Date | string, id: string] = ['-infinity', '0'];
    for (;;) {
      const { rows } = await this.db.run<Said>(piece, [id, this.sender, ...after]);
      if (rows.length > 0) yield rows;
      if (rows.length < PIECE) return;
      const last = rows.at(-1)!;
      after = [last.sentAt, last.id];
    }
  }

  private anonymous(
    { nickname, subject, body, stanza }: Said,
    { jid }: Room,
    given: string,
  ): string | null {
    if (stanza === null) return null;
    const at = (name: string) => (nickname === null ? jid : `${jid}/${name}`);
    const names = { sender: this.sender, former: at(nickname ?? ''), anonymous: at(given) };
    return anonymousStanza({ subject, body, stanza }, names);
  }
}

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const RANDOM_LETTERS = 10;

/** 50 bits, so that no two people get the same one. */
function randomNickname(): string {
  const letters = Array.from({ length: RANDOM_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]!);
  return `former-${letters.join('')}`;
}
