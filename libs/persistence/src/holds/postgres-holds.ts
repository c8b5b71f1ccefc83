import { hostname } from 'node:os';
import { MOST_KEPT } from '@chat-admin/domain/holds/hold';
import type { CountedHold, Hold, HoldTerms, Releaser } from '@chat-admin/domain/holds/hold';
import { HeldMessages, HoldRepository } from '@chat-admin/domain/holds/hold-repository';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';

const NAMES = (kind: string) =>
  `array(select named.name from hold_name named where hold_id = hold.id and kind = '${kind}' order by 1)`;

const SHOWN = `
  id::text, name, reason, ${NAMES('person')} as persons, ${NAMES('room')} as rooms, begins_at as "from", ends_at as until,
  case when released_at is not null then 'released' when releasing_by is not null then 'releasing' else 'active' end as status,
  created_at as created, created_by as "createdBy", released_at as released, released_by as "releasedBy"`;

/** Copies that a hold covers, looked for by the name of the archive or room, and by the other side. */
const KEPT = `
  select copy.id from hold_name named cross join lateral (
    select id from held_message where owner = named.name
      and kind = case named.kind when 'room' then 'room' else 'chat' end
      and sent_at >= coalesce(hold.begins_at, '-infinity') and sent_at < coalesce(hold.ends_at, 'infinity')
    union all
    select id from held_message where named.kind = 'person' and other = named.name
      and sent_at >= coalesce(hold.begins_at, '-infinity') and sent_at < coalesce(hold.ends_at, 'infinity')
  ) copy where hold_id = hold.id`;

const list: Statement = {
  name: 'hold-list',
  text: `select ${SHOWN} from hold order by hold.id desc`,
};

const find: Statement = {
  name: 'hold-find',
  text: `
    select ${SHOWN}, (
      select count(distinct id) from (${KEPT} limit ${2 * MOST_KEPT}) found)::float8 as kept
    from hold where hold.id = $1`,
};

const lock: Statement = {
  name: 'hold-lock',
  text: `select ${SHOWN} from hold where hold.id = $1 for no key update`,
};

const awaitRemovals: Statement = {
  name: 'hold-await-removals',
  text: `select await_removals('5 seconds') as done`,
};

const count: Statement = {
  name: 'hold-count',
  text: `select count(*)::float8 as count from hold where released_at is null`,
};

const addNames = (id: string) => `
  insert into hold_name (hold_id, kind, name)
  select ${id}, kind, name from (
    select 'person' as kind, unnest($4::text[]) as name union all select 'room', unnest($5::text[])) named
  on conflict do nothing`;

const add: Statement = {
  name: 'hold-add',
  text: `
    with added as (
      insert into hold (name, reason, ends_at, begins_at, created_by) values ($1, $2, $3, $6, $7) returning id
    ), named as (${addNames('(select id from added)')})
    select id::text from added`,
};

const update: Statement = {
  name: 'hold-update',
  text: `
    with named as (${addNames('$6::bigint')})
    update hold set name = $1, reason = $2, ends_at = $3 where id = $6::bigint`,
};

const releaser: Statement = {
  name: 'hold-releaser',
  text: `
    select releasing_by as name, releasing_id as id, releasing_maker as maker
    from hold where id = $1 and releasing_by is not null`,
};

const beginRelease: Statement = {
  name: 'hold-begin-release',
  text: `update hold set releasing_by = $2, releasing_id = $3, releasing_maker = $4 where id = $1`,
};

const release: Statement = {
  name: 'hold-release',
  text: `update hold set released_at = now(), released_by = $2 where id = $1`,
};

const MOST_COPIES = 1_000_000;
const copies: Statement = {
  name: 'held-message-count',
  text: `select count(*)::float8 as count from (select from held_message limit ${MOST_COPIES}) kept`,
};

const hasReleased: Statement = {
  name: 'hold-has-released',
  text: 'select exists (select from hold where released_at is not null and not swept) as found',
};

const sweep: Statement = {
  name: 'held-message-sweep',
  text: `select removed, seen, last::text from sweep_held_messages($1, $2, $3)`,
};

type Row<T> = T & Record<string, unknown>;

export class PostgresHolds extends HoldRepository {
  constructor(private readonly db: CurrentTransaction) {
    super();
  }

  async list(): Promise<readonly Hold[]> {
    return (await this.db.run<Row<Hold>>(list)).rows;
  }

  async find(id: string): Promise<CountedHold | null> {
    const [hold] = (await this.db.run<Row<CountedHold>>(find, [id])).rows;
    return hold ? { ...hold, kept: Math.min(hold.kept, MOST_KEPT) } : null;
  }

  async lock(id: string): Promise<Hold | null> {
    return (await this.db.run<Row<Hold>>(lock, [id])).rows[0] ?? null;
  }

  async awaitRemovals(): Promise<boolean> {
    return (await this.db.run<{ done: boolean }>(awaitRemovals)).rows[0]!.done;
  }

  async count(): Promise<number> {
    return (await this.db.run<{ count: number }>(count)).rows[0]!.count;
  }

  async add({ from, ...terms }: HoldTerms, createdBy: string): Promise<string> {
    const values = [...valuesOf(terms), from, createdBy];
    return (await this.db.run<{ id: string }>(add, values)).rows[0]!.id;
  }

  async update(id: string, terms: HoldTerms): Promise<void> {
    await this.db.run(update, [...valuesOf(terms), id]);
  }

  async releaser(id: string): Promise<Releaser | null> {
    return (await this.db.run<Row<Releaser>>(releaser, [id])).rows[0] ?? null;
  }

  async beginRelease(id: string, { name, id: principal, maker }: Releaser): Promise<void> {
    await this.db.run(beginRelease, [id, name, principal, maker]);
  }

  async release(id: string, by: string): Promise<void> {
    await this.db.run(release, [id, by]);
  }
}

const valuesOf = ({ name, reason, until, persons, rooms }: Omit<HoldTerms, 'from'>) => [
  ...[name, reason, until, persons, rooms],
];

/** Copies that one step looks at. */
const STEP = 20_000;

/** Each statement is a transaction of its own. */
export class PostgresHeldMessages extends HeldMessages {
  constructor(
    private readonly db: CurrentTransaction,
    private readonly stepRows = STEP,
  ) {
    super();
  }

  async count(): Promise<number> {
    return (await this.db.runAlone<{ count: number }>(copies)).rows[0]!.count;
  }

  async hasReleased(): Promise<boolean> {
    return (await this.db.runAlone<{ found: boolean }>(hasReleased)).rows[0]!.found;
  }

  async sweep(after: string) {
    const values = [after, this.stepRows, hostname()];
    const { rows } = await this.db.runAlone<Swept>(sweep, values);
    const { removed, seen, last } = rows[0]!;
    return { removed, next: seen < this.stepRows ? null : last };
  }
}

type Swept = { removed: number; seen: number; last: string | null };
