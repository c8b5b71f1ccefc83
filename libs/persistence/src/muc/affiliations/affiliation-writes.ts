import type { AuditTrail } from '@chat-admin/domain/audit/audit-trail';
import type { AffiliationChange } from '@chat-admin/domain/muc/affiliations/affiliations';
import type { RoomSnapshot } from '@chat-admin/domain/muc/rooms/room-repository';
import { CoalescedWrites, originsByKey } from '../../database/coalesced-writes.js';
import type { Audited } from '../../database/coalesced-writes.js';
import type { CurrentTransaction, Statement } from '../../database/current-transaction.js';

/** Rows of one room by kind of change: room, JID or group, affiliation. */
type Rows = Readonly<Record<Step, readonly (readonly unknown[])[]>>;
type Step = (typeof STEPS)[number];

interface Write {
  readonly id: number;
  readonly version: number;
  readonly rows: Rows;
}

/** Each step changes one table once, which moves the version of each affected room by one. */
const STEPS = ['add', 'change', 'drop', 'dropGroups'] as const;

const SQL: Readonly<Record<Step, (entry: string) => string>> = {
  add: (entry) => `
    insert into room_affiliation (room_id, jid, affiliation)
    select current.id, name, affiliation from ${entry} join current using (id)`,
  change: (entry) => `
    update room_affiliation
    set affiliation = entry.affiliation,
        nickname = case when entry.affiliation = 'outcast' then null else nickname end
    from ${entry} join current using (id)
    where room_id = current.id and jid = entry.name`,
  drop: (entry) => `
    delete from room_affiliation using ${entry} join current using (id)
    where room_id = current.id and jid = entry.name`,
  dropGroups: (entry) => `
    delete from room_group_affiliation using ${entry} join current using (id)
    where room_id = current.id and group_name = entry.name`,
};

const ROOM_TYPES = [
  ...['bigint', 'bigint', 'text', 'timestamptz', 'text', 'text', 'text', 'text', 'uuid', 'jsonb'],
];
const ENTRY_TYPES = ['bigint', 'text', 'text'];

const parameters = (types: readonly string[], start: number) =>
  `unnest(${types.map((type, index) => `$${start + index}::${type}[]`).join(', ')})`;

/**
 * Changes rooms that still have the version that was read, and returns their ids. The lock is taken
 * before the version is compared, so an earlier change is never overlooked.
 */
function statement(steps: readonly Step[]): Statement {
  const changes = steps.map((step, index) => {
    const start = 1 + ROOM_TYPES.length + index * ENTRY_TYPES.length;
    const entry = `${parameters(ENTRY_TYPES, start)} as entry (id, name, affiliation)`;
    return `, step_${index} as (${SQL[step](entry)})`;
  });
  return {
    name: `room-change-${steps.join('-')}`,
    text: `
  with given as materialized (
    select * from ${parameters(ROOM_TYPES, 1)} with ordinality
      as given (id, version, actor, occurred_at, summary, node, details, kind, account_id, concerns, place)
  ), current as materialized (
    select room.id from room join given on room.id = given.id and room.version = given.version
    order by room.id for no key update of room
  )${changes.join('')}, audit as (
    insert into audit_entry (username, occurred_at, summary, node, details, kind, account_id, concerns)
    select actor, date_trunc('second', occurred_at), summary, node, details, kind, account_id,
      array(select jsonb_array_elements_text(concerns))
    from given join current using (id) where actor is not null order by place
  )
  select id, (select note_origin($${1 + ROOM_TYPES.length + steps.length * ENTRY_TYPES.length}::jsonb)) from current`,
  };
}

/**
 * Affiliation changes that apply only if the room is unchanged since it was read. Changes of the
 * same turn share a statement.
 */
export class AffiliationWrites {
  private readonly writes: CoalescedWrites<number, Write>;

  constructor(
    private readonly db: CurrentTransaction,
    audit: AuditTrail,
  ) {
    this.writes = new CoalescedWrites(audit, {
      keyOf: ({ id }) => id,
      store: (items) => this.store(items),
    });
  }

  /** @returns the new version of the room; `null` if it has changed in the meantime */
  async apply(snapshot: RoomSnapshot, change: AffiliationChange): Promise<number | null> {
    const { id, version } = snapshot;
    const rows = rowsOf(snapshot, change);
    const stored = await this.writes.add({ id, version, rows });
    return stored ? version + usedSteps([rows]).length : null;
  }

  private async store(items: readonly Audited<Write>[]): Promise<ReadonlySet<number>> {
    const writes = items.map(({ item }) => item);
    const all = writes.map(({ rows }) => rows);
    const steps = usedSteps(all);
    const audits = items.map(({ audit }) => audit);
    const { rows } = await this.db.runAlone<{ readonly id: number }>(statement(steps), [
      writes.map(({ id }) => id),
      writes.map(({ version }) => version),
      audits.map((audit) => audit?.username ?? null),
      audits.map((audit) => audit?.timestamp ?? null),
      audits.map((audit) => audit?.summary ?? null),
      audits.map((audit) => audit?.node ?? null),
      audits.map((audit) => audit?.details ?? null),
      audits.map((audit) => audit?.kind ?? null),
      audits.map((audit) => audit?.accountId ?? null),
      audits.map((audit) => audit && JSON.stringify(audit.concerns)),
      ...steps.flatMap((step) => {
        const entries = all.flatMap((rows) => rows[step]);
        return ENTRY_TYPES.map((_, column) => entries.map((entry) => entry[column] ?? null));
      }),
      originsByKey(items.map(({ item, origin }) => ({ key: item.id, origin }))),
    ]);
    return new Set(rows.map(({ id }) => id));
  }
}

function rowsOf({ id, affiliations }: RoomSnapshot, { set, dropped }: AffiliationChange): Rows {
  const { people } = affiliations;
  const entries = [...set.people].map((entry) => [id, ...entry] as const);
  return {
    add: entries.filter(([, jid]) => !people.has(jid)),
    change: entries.filter(([, jid]) => people.has(jid)),
    drop: dropped.people.map((jid) => [id, jid]),
    dropGroups: dropped.groups.map((name) => [id, name]),
  };
}

function usedSteps(all: readonly Rows[]): readonly Step[] {
  return STEPS.filter((step) => all.some((rows) => rows[step].length > 0));
}
