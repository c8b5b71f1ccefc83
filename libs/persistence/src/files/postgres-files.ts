import type { FileUsage, StoredFile } from '@chat-admin/domain/files/file';
import { FileRepository } from '@chat-admin/domain/files/file-repository';
import type { FileFilter } from '@chat-admin/domain/files/file-repository';
import type { BareJid } from '@chat-admin/domain/shared/jid';
import { MOST_COUNTED } from '@chat-admin/domain/shared/paging';
import type {
  Order,
  OrderedList,
  Page,
  PageRequest,
  Total,
} from '@chat-admin/domain/shared/paging';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';
import { limitedTotal } from '../database/ordered-lists.js';
import type { RowStreams } from '../database/row-streams.js';

const SHOWN = `slot as id, host, person as "user", coalesce(name, '') as name, type, bytes::float8 as bytes, sent_at as created, file_expires(person, sent_at) as expires`;

/** More than a chat server has: all. */
const ALL = 2_147_483_647;

const whole = `select ${SHOWN} from listed_files($1, $2, $3, $4, null, null)`;
const page = `
  select ${SHOWN}, case $2 when 'bytes' then bytes else extract(epoch from sent_at)::bigint end::text as place
  from listed_files($1, $2, $3, $4, $5, $6)`;
const total = 'select counted_files($1, $2)::float8 as count';
const find: Statement = {
  name: 'file-find',
  text: `select ${SHOWN} from listed_files(jsonb_build_object('slot', $1::text), 'created', false, 1, null, null)`,
};
const usage: Statement = {
  name: 'file-usage',
  text: `select count(*)::integer as files, coalesce(sum(bytes), 0)::float8 as bytes
    from listed_files(jsonb_build_object('person', $1::text), 'created', false, ${ALL}, null, null)`,
};
const remove: Statement = { name: 'file-remove', text: 'select remove_files($1, $2) as count' };

/** What the chat server keeps in its own tables. */
export class PostgresFileRepository extends FileRepository {
  constructor(
    private readonly db: CurrentTransaction,
    private readonly streams: RowStreams,
  ) {
    super();
  }

  list(filter: FileFilter): OrderedList<StoredFile> {
    const conditions = conditionsOf(filter);
    const wanted = JSON.stringify(conditions);
    const isWhole = Object.keys(conditions).length === 0;
    return {
      whole: ({ sort, descending }: Order) =>
        this.streams.read<StoredFile>(whole, [wanted, sort, descending, ALL]),
      page: (request: PageRequest) => this.page(wanted, request),
      total: async (): Promise<Total> => {
        const [row] = await this.streams.readPage<{ count: number }>(total, [
          wanted,
          isWhole ? null : MOST_COUNTED + 1,
        ]);
        return isWhole ? { count: row!.count, isLimited: false } : limitedTotal(row!.count);
      },
    };
  }

  async find(id: string): Promise<StoredFile | null> {
    const { rows } = await this.db.run<StoredFile & Record<string, unknown>>(find, [id]);
    return rows[0] ?? null;
  }

  async usage(user: BareJid): Promise<Omit<FileUsage, 'quota'>> {
    const { rows } = await this.db.run<{ files: number; bytes: number }>(usage, [user]);
    return rows[0]!;
  }

  async remove(user: string, id: string | null): Promise<number> {
    return (await this.db.run<{ count: number }>(remove, [user, id])).rows[0]!.count;
  }

  private async page(
    filter: string,
    { sort, descending, limit, after }: PageRequest,
  ): Promise<Page<StoredFile>> {
    const found = await this.streams.readPage<StoredFile & { place: string }>(page, [
      ...[filter, sort, descending, limit + 1],
      ...[after && placeBehind(sort, after.value), after?.key ?? null],
    ]);
    const items = found.slice(0, limit).map(({ place: _place, ...file }) => file);
    const last = found.length > limit ? found[limit - 1]! : null;
    const value = last && (sort === 'bytes' ? last.place : `${last.place}000000`);
    return { items, next: last && { value: value!, key: last.id } };
  }
}

/** Times of positions are microseconds, those of the chat server seconds. */
const placeBehind = (sort: string, value: string) =>
  sort === 'bytes' ? value : String(Math.trunc(Number(value) / 1_000_000));

/** As `listed_files` reads them. */
function conditionsOf({ user, type, createdFrom, createdTo, bytesFrom }: FileFilter): object {
  const seconds = (time: Date | null) => time && time.getTime() / 1000;
  const wanted = {
    ...{ person: user, type, bytes: bytesFrom },
    ...{ from: seconds(createdFrom), to: seconds(createdTo) },
  };
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== null));
}
