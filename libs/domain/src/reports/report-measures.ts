import type { AdministratorManagement } from '../access/administrator-management.js';
import type { AdministratorProtection, LoginEnder } from '../access/administrator-protection.js';
import { ChatServerAway } from '../chat-server/chat-server.js';
import type { ChatServer } from '../chat-server/chat-server.js';
import type { AffiliationManagement } from '../muc/affiliations/affiliation-management.js';
import { OccupantNotFound, RoomNotFound, ServiceNotFound } from '../muc/errors.js';
import type { MessageRetraction, Retraction } from '../muc/history/retraction.js';
import type { OccupantManagement } from '../muc/rooms/occupant-management.js';
import type { RoomPath } from '../muc/rooms/room-directory.js';
import type { ChatServiceRepository } from '../muc/services/chat-service-repository.js';
import type { SessionManagement } from '../sessions/session-management.js';
import { isDifferent, namesOf } from '../shared/audit-facts.js';
import { parseBareJid } from '../shared/jid.js';
import type { Localpart } from '../shared/jid.js';
import { ScopeMissing } from '../shared/scopes.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import type { Transactions } from '../shared/transactions.js';
import { UserNotFound } from '../users/errors.js';
import type { LockoutManagement } from '../users/lockout-management.js';
import type { RoleRepository } from '../users/role-repository.js';
import { ReportStepRefused } from './errors.js';
import { readMeasures, requireTarget, targetOf } from './measures.js';
import type { MeasuredPart, Measure, Measures, MeasuresDraft, Target } from './measures.js';
import type { Report } from './report.js';
import type { ReportManagement } from './report-management.js';
import type { ReportRepository } from './report-repository.js';

/** Who acts on a report. */
export interface ReportActor extends LoginEnder {
  readonly name: string;
}

export interface MeasurePorts {
  readonly reports: ReportRepository;
  readonly handling: ReportManagement;
  readonly lockouts: LockoutManagement;
  readonly administrators: AdministratorManagement;
  readonly protection: AdministratorProtection;
  readonly roles: RoleRepository;
  readonly retraction: MessageRetraction;
  readonly affiliations: AffiliationManagement;
  readonly occupants: OccupantManagement;
  readonly sessions: SessionManagement;
  readonly chatServices: ChatServiceRepository;
  readonly chatServer: ChatServer;
  readonly domain: ServiceDomain;
  readonly transactions: Transactions;
}

/** An occupant who has to leave. */
interface Leaving {
  readonly path: RoomPath;
  readonly nickname: string;
}

/** All that a report calls for, at once. Contract: extensions E20, Measures */
export class ReportMeasures {
  constructor(private readonly ports: MeasurePorts) {}

  /**
   * Checks everything, stores in one transaction what is stored, and then has people leave.
   * @returns what has become of each, in their order
   * @throws ReportNotFound, ReportStepRefused, InvalidArgument, ScopeMissing, OwnLogin, LastAdministrator, RoomForbids,
   *   ChatServerAway
   */
  async apply(id: string, draft: MeasuresDraft, by: ReportActor): Promise<readonly MeasuredPart[]> {
    const measures = readMeasures(draft);
    const seen = await this.ports.handling.known(id);
    const target = targetOf(seen, this.ports.domain);
    requireTarget(measures, target, id);
    if (measures.parts.includes('lock')) await this.requireLogin(target.user!, by);
    const leaving = await this.leaving(measures, target);
    const sessions = await this.sessionsOf(measures, target);
    const stored = await this.ports.transactions.run(() => this.store(id, measures, by));
    const told = await this.told(stored);
    return [
      ...told,
      ...(await this.leave(measures, leaving)),
      ...(await this.close(measures, target, sessions)),
    ];
  }

  /** @throws ScopeMissing */
  private async requireLogin(user: Localpart, { scopes }: ReportActor): Promise<void> {
    if (scopes.covers('admins:write')) return;
    const { administrators, roles } = this.ports;
    if ((await administrators.includes(user)) || (await roles.anyOf([user]))) {
      throw new ScopeMissing(['admins:write']);
    }
  }

  private async store(id: string, measures: Measures, by: ReportActor): Promise<MeasuredPart[]> {
    const report = await this.ports.handling.locked(id);
    const target = targetOf(report, this.ports.domain);
    requireTarget(measures, target, id);
    const done: MeasuredPart[] = [];
    try {
      for (const part of measures.parts) {
        const result = await this.storePart(part, { report, measures, target, by });
        if (result !== null) done.push({ name: part, ...result });
      }
    } catch (error) {
      throw goneOf(error, id);
    }
    const { who } = target;
    this.ports.transactions.note({
      parts: measures.parts,
      isNew: false,
      ...(measures.parts.includes('ban') && { affiliation: 'outcast' }),
      ...(who !== null && { users: namesOf([who], (jid) => jid), about: namesOf([who], String) }),
    });
    return done;
  }

  /** @returns `null`: it is a command to the chat server */
  private async storePart(
    part: Measure,
    of: {
      readonly report: Report;
      readonly measures: Measures;
      readonly target: Target;
      readonly by: ReportActor;
    },
  ): Promise<Omit<MeasuredPart, 'name'> | null> {
    const { report, measures, target, by } = of;
    switch (part) {
      case 'lock':
        return outcomeOf(await this.lock(target.user!, measures, by));
      case 'retract': {
        const retracted = await this.retract(report.id, measures, target);
        return { ...outcomeOf(retracted > 0), count: retracted };
      }
      case 'ban': {
        const { affiliations } = this.ports;
        const list = { ...target.room!, affiliation: 'outcast' } as const;
        return outcomeOf(isDifferent(await affiliations.add(list, target.who!, false)));
      }
      case 'report':
        return outcomeOf(await this.ports.handling.handle(report, measures.patch, by.name));
      case 'rooms':
      case 'sessions':
        return null;
    }
  }

  private async lock(
    user: Localpart,
    { reason, until }: Measures,
    by: ReportActor,
  ): Promise<boolean> {
    const { protection, lockouts } = this.ports;
    const terms = { reason: reason ?? undefined, from: undefined, until };
    const change = () => lockouts.put(user, terms, by.name);
    return (await protection.endingLogin(user, by, change)).isChanged;
  }

  /** @returns how many messages */
  private async retract(id: string, measures: Measures, { room, who }: Target): Promise<number> {
    const { reports, retraction, transactions } = this.ports;
    const reason = measures.reason ?? undefined;
    const which: readonly (readonly [RoomPath, Retraction])[] =
      measures.retract === 'room'
        ? [[room!, { sender: who, reason }]]
        : (await reports.evidenceInRooms(id)).map(({ ids, ...path }) => [path, { ids, reason }]);
    const sum = { retracted: 0, unchanged: 0, missing: 0 };
    for (const [path, retracted] of which) {
      const result = await retraction.retractAll(path, retracted);
      for (const name of ['retracted', 'unchanged', 'missing'] as const) sum[name] += result[name];
    }
    transactions.note(sum);
    return sum.retracted;
  }

  /** Whether the chat server has heard of it: what is stored it catches up with. */
  private async told(stored: readonly MeasuredPart[]): Promise<readonly MeasuredPart[]> {
    const { chatServer, transactions } = this.ports;
    const isAbout = ({ name, outcome }: MeasuredPart) => name !== 'report' && outcome === 'done';
    if (transactions.isRunning || !stored.some(isAbout)) return stored;
    if ((await chatServer.messagesRetracted()) !== 'deferred') return stored;
    return stored.map((part) => (isAbout(part) ? { ...part, outcome: 'deferred' } : part));
  }

  /** @throws ChatServerAway */
  private async leaving({ rooms }: Measures, target: Target): Promise<readonly Leaving[]> {
    if (rooms === null) return [];
    const paths = rooms === 'here' ? [target.room!] : await this.roomsOf(target.user!);
    const found: Leaving[] = [];
    for (const path of paths) {
      const occupants = await this.ports.chatServer.occupants(path);
      const own = occupants.filter(({ jid }) => parseBareJid(jid) === target.who);
      const nicknames = new Set(own.map(({ nickname }) => nickname));
      found.push(...[...nicknames].map((nickname) => ({ path, nickname })));
    }
    return found;
  }

  private async roomsOf(user: Localpart): Promise<readonly RoomPath[]> {
    const { chatServer, chatServices } = this.ports;
    const found: RoomPath[] = [];
    for (const { name: service } of await chatServices.list()) {
      const rooms = await chatServer.roomsOf(user, service);
      found.push(...rooms.map((room) => ({ service, room })));
    }
    return found;
  }

  private async leave({ rooms, reason }: Measures, leaving: readonly Leaving[]) {
    if (rooms === null) return [];
    let isReached = true;
    for (const { path, nickname } of leaving) {
      const kick = () => this.ports.occupants.kick(path, nickname, reason ?? undefined);
      isReached = (await reached(kick)) && isReached;
    }
    const left = new Set(leaving.map(({ path }) => `${path.room}@${path.service}`));
    return [commandOf('rooms', left.size, isReached)];
  }

  /** @throws ChatServerAway */
  private async sessionsOf({ parts }: Measures, { user }: Target): Promise<number> {
    if (!parts.includes('sessions')) return 0;
    return (await this.ports.chatServer.sessions(user)).length;
  }

  private async close({ parts, reason }: Measures, { user }: Target, count: number) {
    if (!parts.includes('sessions')) return [];
    const close = () => this.ports.sessions.close(user!, reason ?? undefined);
    return [commandOf('sessions', count, count === 0 || (await reached(close)))];
  }
}

const outcomeOf = (isDone: boolean): Omit<MeasuredPart, 'name'> => ({
  outcome: isDone ? 'done' : 'unchanged',
  count: null,
});

const commandOf = (name: Measure, count: number, isReached: boolean): MeasuredPart => ({
  name,
  outcome: isReached ? (count > 0 ? 'done' : 'unchanged') : 'failed',
  count,
});

/** Whether the chat server could be reached: who has left meanwhile is gone. */
async function reached(command: () => Promise<void>): Promise<boolean> {
  try {
    await command();
  } catch (error) {
    if (error instanceof ChatServerAway) return false;
    const isGone = [OccupantNotFound, RoomNotFound, ServiceNotFound].some(
      (one) => error instanceof one,
    );
    if (!isGone) throw error;
  }
  return true;
}

/** What is about something that is no more is refused as a step of the report. */
function goneOf(error: unknown, id: string): unknown {
  if (error instanceof RoomNotFound || error instanceof ServiceNotFound) {
    return new ReportStepRefused(id, 'the room is no more');
  }
  if (error instanceof UserNotFound) return new ReportStepRefused(id, 'the account is no more');
  return error;
}
