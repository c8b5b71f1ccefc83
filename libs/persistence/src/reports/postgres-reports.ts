import { ReportErasure, ReportRepository } from '@chat-admin/domain/reports/report-repository';
import type {
  ReportFilter,
  ReportNumbers,
  RoomEvidence,
} from '@chat-admin/domain/reports/report-repository';
import type {
  Evidence,
  NewReport,
  Report,
  ReportHandling,
} from '@chat-admin/domain/reports/report';
import type { BareJid } from '@chat-admin/domain/shared/jid';
import type { OrderedList } from '@chat-admin/domain/shared/paging';
import type { CurrentTransaction, Statement } from '../database/current-transaction.js';
import { byNumber } from '../database/numbered-list.js';
import { Conditions } from '../database/ordered-lists.js';
import type { ListSource } from '../database/ordered-lists.js';
import type { RowStreams } from '../database/row-streams.js';

const SHOWN = `
  id::text, status, kind, nullif(array_to_string(texts, E'\\n'), '') as text, language, accused, person, room,
  reporter, source, count, missing, processing, assignee, note, created_at as created, closed_at as closed,
  closed_by as "closedBy"`;

const REPORTS: ListSource = {
  select: SHOWN,
  from: 'report',
  key: 'report.id',
  keyType: 'bigint',
  sorts: { key: { expression: 'report.id', kind: 'text' } },
};

const find: Statement = { name: 'report-find', text: `select ${SHOWN} from report where id = $1` };
const lock: Statement = {
  name: 'report-lock',
  text: `select ${SHOWN} from report where id = $1 for no key update`,
};
const evidence: Statement = {
  name: 'report-evidence',
  text: `
    select message as id, sent_at as time, sender as "from", body, stanza, how, sha256
    from report_message where report_id = $1 order by place`,
};
/** An import may have given the id to another message. */
const evidenceInRooms: Statement = {
  name: 'report-evidence-in-rooms',
  text: `
    select room.service, room.name as room, array_agg(message.id::text order by message.id) as ids
    from report_message evidence
    join room_message message
      on message.id = message_id(substr(evidence.message, 2)) and message.sent_at = evidence.sent_at
    join room on room.id = message.room_id
    where evidence.report_id = $1 and evidence.message like 'r%'
    group by room.id order by room.id`,
};
const add: Statement = {
  name: 'report-add',
  text: `select add_report(null, 'api', $1)::text as id`,
};
const update: Statement = {
  name: 'report-update',
  text: `
    update report set status = $2, assignee = $3, note = $4, closed_by = $5,
      closed_at = case when $5::text is null then null else coalesce(closed_at, clock_timestamp()) end,
      reply = case when $5 is null then null when $6 then reply_to_reporter(id, $2) else reply end
    where id = $1 returning reply is not null as "isReplied"`,
};
const numbers: Statement = {
  name: 'report-numbers',
  text: `
    select
      (select count(*) from (select from report where status = 'open' limit 100000) waiting)::float8 as open,
      (select count(*) from (select from report where status = 'acting' limit 100000) begun)::float8 as acting,
      coalesce((
        select greatest(extract(epoch from clock_timestamp() - created_at), 0)
        from report where status = 'open' order by id limit 1), 0)::float8 as "openSeconds",
      coalesce(pg_sequence_last_value('report_refused_seq'), 0)::float8 as refused`,
};
const forget: Statement = {
  name: 'report-forget',
  text: `
    delete from report where id = any (array(
      select id from report where closed_at < now() - make_interval(days => $1::integer)
      order by closed_at, id limit $2 for update skip locked))`,
};
const erase: Statement = { name: 'report-erase', text: 'select erase_from_reports($1)' };

export class PostgresReportRepository extends ReportRepository {
  constructor(
    private readonly db: CurrentTransaction,
    private readonly streams: RowStreams,
  ) {
    super();
  }

  list(filter: ReportFilter): OrderedList<Report> {
    const conditions = new Conditions();
    for (const name of ['status', 'kind', 'reporter', 'room'] as const) {
      if (filter[name] !== null) conditions.add((value) => `${name} = ${value}`, filter[name]);
    }
    const { accused, assignee, createdFrom, createdTo } = filter;
    if (accused !== null) conditions.add((jid) => `(accused = ${jid} or person = ${jid})`, accused);
    if (assignee === '') conditions.add(() => 'assignee is null');
    else if (assignee !== null) conditions.add((value) => `assignee = ${value}`, assignee);
    if (createdFrom !== null) conditions.add((from) => `created_at >= ${from}`, createdFrom);
    if (createdTo !== null) conditions.add((to) => `created_at < ${to}`, createdTo);
    const order = { descending: true };
    return byNumber<Report & Record<string, unknown>>(this.streams, REPORTS, conditions, order);
  }

  find(id: string): Promise<Report | null> {
    return this.one(find, id);
  }

  lock(id: string): Promise<Report | null> {
    return this.one(lock, id);
  }

  async evidence(id: string): Promise<readonly Evidence[]> {
    return (await this.db.run<Evidence & Record<string, unknown>>(evidence, [id])).rows;
  }

  async evidenceInRooms(id: string): Promise<readonly RoomEvidence[]> {
    return (await this.db.run<RoomEvidence & Record<string, unknown>>(evidenceInRooms, [id])).rows;
  }

  async add(report: NewReport): Promise<string> {
    return (await this.db.run<{ id: string }>(add, [JSON.stringify(report)])).rows[0]!.id;
  }

  async update(
    id: string,
    { status, assignee, note }: ReportHandling,
    closedBy: string | null,
    notify: boolean,
  ): Promise<boolean> {
    const values = [id, status, assignee, note, closedBy, notify];
    const { rows } = await this.db.run<{ isReplied: boolean }>(update, values);
    return notify && rows[0]!.isReplied;
  }

  async numbers(): Promise<ReportNumbers> {
    return (await this.db.runAlone<ReportNumbers & Record<string, unknown>>(numbers)).rows[0]!;
  }

  async forget(days: number, limit: number): Promise<number> {
    return (await this.db.runAlone(forget, [days, limit])).count;
  }

  private async one(statement: Statement, id: string): Promise<Report | null> {
    return (await this.db.run<Report & Record<string, unknown>>(statement, [id])).rows[0] ?? null;
  }
}

export class PostgresReportErasure extends ReportErasure {
  constructor(private readonly db: CurrentTransaction) {
    super();
  }

  async erase(person: BareJid): Promise<void> {
    await this.db.run(erase, [person]);
  }
}
