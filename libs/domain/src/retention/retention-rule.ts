import { invalidValue } from '../shared/domain-error.js';
import { localpart } from '../shared/jid.js';
import type { Localpart } from '../shared/jid.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import { requireWord } from '../shared/words.js';
import { serviceName } from '../muc/services/chat-service.js';
import type { ServiceName } from '../muc/services/chat-service.js';

/** Messages in archives of accounts; messages of chat rooms; files that people have sent. */
export const RETENTION_KINDS = ['chat', 'room', 'file'] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];
/** Those that the service lets go; files the chat server does. */
export type MessageKind = Exclude<RetentionKind, 'file'>;

/** Besides the defaults. */
export const MOST_RULES = 1000;
export const MOST_DAYS = 99_999;
/** `due` is counted up to it. */
export const MOST_DUE = 100_000;

/** Contract: extensions E18.1 */
export interface RetentionRule {
  /** a number; of a default its kind */
  readonly id: string;
  readonly kind: RetentionKind;
  /** `user:ola`, `group:Crew`, `room:tearoom@conference`; `null`: a default */
  readonly subject: string | null;
  /** 0: for ever */
  readonly days: number;
  /** from when on messages go by it; `null`: a default */
  readonly acts: Date | null;
  readonly created: Date | null;
  readonly createdBy: string | null;
}

export interface CountedRule extends RetentionRule {
  /** messages that are older than the rule keeps them, at most {@link MOST_DUE}; `null`: not counted */
  readonly due: number | null;
}

/** By what events call it. */
export const RETENTION_SHOWN = { days: 'days' } as const satisfies Partial<
  Readonly<Record<keyof RetentionRule, string>>
>;

/** Whose messages a rule is about. */
export type RetentionSubject =
  | { readonly type: 'user'; readonly username: Localpart }
  | { readonly type: 'group'; readonly group: string }
  | { readonly type: 'room'; readonly service: ServiceName; readonly room: Localpart };

/** As received. */
export interface RetentionDraft {
  readonly kind?: string | null | undefined;
  readonly subject?: string | null | undefined;
  readonly days?: number | null | undefined;
}

/** Whether it is one that the database can hold. */
export const isRuleId = (text: string): boolean => /^[1-9]\d{0,17}$/.test(text);

/** Whether `days` keep messages for a shorter time than `others`. */
export const isShorter = (days: number, others: number): boolean =>
  days !== 0 && (others === 0 || days < others);

export const longer = (days: number, others: number): number =>
  isShorter(days, others) ? others : days;

/** @throws InvalidArgument */
export function ruleDays(days: number | null | undefined): number {
  if (days != null && Number.isInteger(days) && days >= 0 && days <= MOST_DAYS) return days;
  throw invalidValue('days', days == null ? '' : String(days), `0 to ${MOST_DAYS}`);
}

/** @throws InvalidArgument */
export function ruleSubject(
  { kind: sentKind, subject: sent }: RetentionDraft,
  domain: ServiceDomain,
): { readonly kind: RetentionKind; readonly subject: RetentionSubject } {
  const kind = requireWord(RETENTION_KINDS, sentKind ?? '', 'kind');
  const subject = readSubject(sent ?? '', domain);
  if (subject !== null && (subject.type === 'room') === (kind === 'room')) return { kind, subject };
  const allowed =
    kind === 'room' ? 'room:, the name of a room, @ and its service' : 'user: or group: and a name';
  throw invalidValue('subject', sent ?? '', allowed);
}

/** As documents have it. */
export function shownSubject(subject: RetentionSubject): string {
  if (subject.type === 'user') return `user:${subject.username}`;
  if (subject.type === 'group') return `group:${subject.group}`;
  return `room:${subject.room}@${subject.service}`;
}

function readSubject(text: string, domain: ServiceDomain): RetentionSubject | null {
  const colon = text.indexOf(':');
  const [type, name] = [text.slice(0, Math.max(colon, 0)), text.slice(colon + 1)];
  if (type === 'group') return name === '' ? null : { type, group: name };
  if (type === 'user') {
    const username = localpart(name);
    return username && { type, username };
  }
  const at = name.indexOf('@');
  if (type !== 'room' || at < 0) return null;
  const room = localpart(name.slice(0, at));
  const service = serviceName(name.slice(at + 1), domain);
  return room && service && { type, service, room };
}
