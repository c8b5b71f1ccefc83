import type { Principal } from '../access/principal.js';
import type { GroupRepository } from '../groups/group-repository.js';
import { GroupNotFound } from '../groups/errors.js';
import type { RoomRepository } from '../muc/rooms/room-repository.js';
import { RoomNotFound } from '../muc/errors.js';
import { namesOf } from '../shared/audit-facts.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import type { Transactions } from '../shared/transactions.js';
import { systemProperty } from '../system/system-properties.js';
import type { SystemProperties } from '../system/system-properties.js';
import { UserNotFound } from '../users/errors.js';
import type { UserRepository } from '../users/user-repository.js';
import {
  DefaultRetentionRule,
  RetentionRuleAlreadyExists,
  RetentionRuleNotFound,
  TooManyRetentionRules,
} from './errors.js';
import type { LockedRetentionRule, RetentionRepository } from './retention-repository.js';
import {
  isRuleId,
  isShorter,
  longer,
  MOST_RULES,
  RETENTION_KINDS,
  ruleDays,
  ruleSubject,
  shownSubject,
} from './retention-rule.js';
import type {
  CountedRule,
  RetentionDraft,
  RetentionKind,
  RetentionRule,
  RetentionSubject,
} from './retention-rule.js';

/** What decides where no rule does. */
const DEFAULTS = {
  chat: systemProperty.archiveRetention,
  room: systemProperty.historyRetention,
  file: systemProperty.fileRetention,
} as const satisfies Readonly<Record<RetentionKind, unknown>>;

export interface RetentionTools {
  readonly retention: RetentionRepository;
  readonly users: UserRepository;
  readonly groups: GroupRepository;
  readonly rooms: RoomRepository;
  readonly properties: SystemProperties;
  readonly domain: ServiceDomain;
  readonly transactions: Transactions;
}

/** How long messages and files are kept. Contract: extensions E18.1 */
export class RetentionManagement {
  constructor(private readonly tools: RetentionTools) {}

  /** The defaults, then by id. */
  async list(): Promise<readonly RetentionRule[]> {
    const defaults = RETENTION_KINDS.map((kind) => this.defaultRule(kind));
    return [...defaults, ...(await this.tools.retention.list())];
  }

  /** @throws RetentionRuleNotFound, TooManyLists, ListTooSlow */
  async get(id: string): Promise<CountedRule> {
    const kind = defaultKind(id);
    const rule = kind === null ? await this.stored(id) : this.defaultRule(kind);
    return { ...rule, due: await this.tools.retention.due(rule, this.defaultDays(rule.kind)) };
  }

  /** @throws InvalidArgument, UserNotFound, GroupNotFound, RoomNotFound, RetentionRuleAlreadyExists, TooManyRetentionRules */
  create(draft: RetentionDraft, { name }: Pick<Principal, 'name'>): Promise<RetentionRule> {
    const { retention, domain, transactions } = this.tools;
    const { kind, subject } = ruleSubject(draft, domain);
    const days = ruleDays(draft.days);
    return transactions.run(async () => {
      const count = await retention.hold();
      await this.requireSubject(subject);
      if (count >= MOST_RULES) throw new TooManyRetentionRules();
      const former = await retention.takeFormer(kind, subject);
      const without = await this.daysWithout(kind, subject);
      const before = former === null ? without : longer(former, without);
      const waits = isShorter(days, before);
      const formerDays = waits && former !== null ? before : null;
      const id = await retention.add({ kind, subject, days, formerDays, createdBy: name, waits });
      if (id === null) throw new RetentionRuleAlreadyExists(draft.subject!);
      this.note(subject, { name: id });
      return this.stored(id);
    });
  }

  /** @throws RetentionRuleNotFound, DefaultRetentionRule, InvalidArgument */
  patch(id: string, patch: Pick<RetentionDraft, 'days'>): Promise<RetentionRule> {
    return this.tools.transactions.run(async () => {
      const { rule, subject, inForce } = await this.locked(id);
      const days = patch.days === undefined ? rule.days : ruleDays(patch.days);
      const changed = days === rule.days ? [] : ['days'];
      this.note(subject, { changed });
      if (changed.length > 0) {
        const before = inForce ?? (await this.daysWithout(rule.kind, subject));
        await this.tools.retention.update(id, { days, waits: isShorter(days, before) });
      }
      return this.stored(id);
    });
  }

  /** @throws RetentionRuleNotFound, DefaultRetentionRule */
  remove(id: string): Promise<void> {
    return this.tools.transactions.run(async () => {
      const { subject } = await this.locked(id);
      this.note(subject, {});
      await this.tools.retention.remove(id);
    });
  }

  /** Makes or changes the rule of a subject. @throws as {@link create} and {@link patch} */
  set(
    rule: Pick<RetentionDraft, 'kind' | 'subject' | 'days'>,
    maker: Pick<Principal, 'name'>,
  ): Promise<RetentionRule> {
    const draft = { ...rule, kind: rule.kind ?? kindOf(rule.subject) };
    return this.tools.transactions.run(async () => {
      const id = await this.idOf(draft);
      return id === null ? this.create(draft, maker) : this.patch(id, { days: rule.days });
    });
  }

  /** Deletes the rule of a subject. @throws InvalidArgument, RetentionRuleNotFound */
  async unset({ kind, subject }: Pick<RetentionDraft, 'kind' | 'subject'>): Promise<void> {
    const id = await this.idOf({ kind: kind ?? kindOf(subject), subject });
    if (id === null) throw new RetentionRuleNotFound(subject ?? '');
    return this.remove(id);
  }

  /** @throws InvalidArgument */
  private async idOf(draft: RetentionDraft): Promise<string | null> {
    const { kind, subject } = ruleSubject(draft, this.tools.domain);
    const shown = shownSubject(subject);
    const rules = await this.tools.retention.list();
    return rules.find((rule) => rule.kind === kind && rule.subject === shown)?.id ?? null;
  }

  private async stored(id: string): Promise<RetentionRule> {
    const rule = isRuleId(id) ? await this.tools.retention.find(id) : null;
    if (rule === null) throw new RetentionRuleNotFound(id);
    return rule;
  }

  private async locked(id: string): Promise<LockedRetentionRule> {
    const kind = defaultKind(id);
    if (kind !== null) throw new DefaultRetentionRule(id, DEFAULTS[kind].key);
    const locked = isRuleId(id) ? await this.tools.retention.lock(id) : null;
    if (locked === null) throw new RetentionRuleNotFound(id);
    return locked;
  }

  /** Until the transaction ends nobody removes it. */
  private async requireSubject(subject: RetentionSubject): Promise<void> {
    const { users, groups, rooms } = this.tools;
    if (subject.type === 'user') {
      const { username } = subject;
      if (!(await users.lockExisting([username])).has(username)) throw new UserNotFound(username);
    } else if (subject.type === 'group') {
      const { group } = subject;
      if (!(await groups.lockExisting([group])).has(group)) throw new GroupNotFound(group);
    } else if ((await rooms.lock(subject.service, subject.room)) === null) {
      throw new RoomNotFound(subject.room);
    }
  }

  /** By which days messages of a subject go that has no rule. */
  private async daysWithout(kind: RetentionKind, subject: RetentionSubject): Promise<number> {
    const byDefault = this.defaultDays(kind);
    if (subject.type !== 'user') return byDefault;
    return this.tools.retention.daysByGroups(kind, subject.username, byDefault);
  }

  private defaultDays(kind: RetentionKind): number {
    return this.tools.properties.read(DEFAULTS[kind]);
  }

  private defaultRule(kind: RetentionKind): RetentionRule {
    const days = this.defaultDays(kind);
    return { id: kind, kind, subject: null, days, acts: null, created: null, createdBy: null };
  }

  private note(subject: RetentionSubject, facts: Parameters<Transactions['note']>[0]): void {
    const about = subject.type === 'user' ? [this.tools.domain.jidOf(subject.username)] : [];
    this.tools.transactions.note({ ...facts, about: namesOf(about, (jid) => jid) });
  }
}

const kindOf = (subject: RetentionDraft['subject']): RetentionKind =>
  subject?.startsWith('room:') ? 'room' : 'chat';

const defaultKind = (id: string): RetentionKind | null =>
  RETENTION_KINDS.find((kind) => kind === id) ?? null;
