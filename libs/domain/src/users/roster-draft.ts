import { InvalidArgument, invalidValue, requireLength } from '../shared/domain-error.js';
import { parseBareJid } from '../shared/jid.js';
import { notAJid } from '../shared/jid-faults.js';
import type { BareJid } from '../shared/jid.js';
import type { Use } from '../shared/stringprep.js';
import { compareCodePoints } from '../shared/order.js';
import type { AddedItem } from './user-changes.js';
import type { Subscription } from './roster.js';

export const MAX_ROSTER_JID_LENGTH = 1024;
export const MAX_ROSTER_TEXT_LENGTH = 255;

/** A contact as received from a client. Subscription -1 requests its removal. */
export interface RosterDraft {
  readonly jid?: string | undefined;
  readonly nickname?: string | undefined;
  readonly subscription?: number | undefined;
  readonly groups?: readonly string[] | undefined;
}

/** @throws InvalidArgument */
export function rosterJid(text: string, use: Use = 'query'): BareJid {
  const jid = parseBareJid(text, use);
  if (jid === null) throw notAJid(text, text);
  requireLength('jid', jid, MAX_ROSTER_JID_LENGTH);
  return jid;
}

/** @throws InvalidArgument */
export function rosterSubscription(value: number): Subscription | 'remove' {
  if (value === -1) return 'remove';
  if (value === 0 || value === 1 || value === 2 || value === 3) return value;
  throw invalidValue('subscriptionType', String(value), 'one of -1, 0, 1, 2, 3');
}

/** Unique and ascending, without empty names. @throws InvalidArgument */
export function rosterGroups(names: readonly string[]): readonly string[] {
  for (const name of names) requireLength('groups', name, MAX_ROSTER_TEXT_LENGTH);
  return [...new Set(names)].filter((name) => name !== '').sort(compareCodePoints);
}

/** Empty text means none. @throws InvalidArgument */
export function rosterNickname(text: string | undefined): string | null {
  requireLength('nickname', text, MAX_ROSTER_TEXT_LENGTH);
  return text || null;
}

/** @throws InvalidArgument */
export function addedItem(draft: RosterDraft | null): AddedItem {
  if (!draft?.jid) throw jidMissing();
  const jid = rosterJid(draft.jid, 'stored');
  const subscription = rosterSubscription(draft.subscription ?? 0);
  return {
    jid,
    subscription: subscription === 'remove' ? null : subscription,
    nickname: rosterNickname(draft.nickname),
    groups: rosterGroups(draft.groups ?? []),
  };
}

const jidMissing = () =>
  new InvalidArgument('roster-jid-missing', { resource: 'JID', detail: 'jid missing' });

/** What a contact is to become; `undefined` stays as it is. */
export interface ChangedItem {
  readonly jid: BareJid;
  readonly asked: Subscription | 'remove' | undefined;
  readonly nickname: string | null | undefined;
  readonly groups: readonly string[] | undefined;
}

/** @throws InvalidArgument */
export function changedItem(path: string, draft: RosterDraft | null): ChangedItem {
  const jid = rosterJid(path);
  if (draft === null) {
    const detail = 'the body is empty';
    throw new InvalidArgument('roster-item-missing', { resource: path, detail });
  }
  const { subscription, nickname, groups } = draft;
  return {
    jid,
    asked: subscription === undefined ? undefined : rosterSubscription(subscription),
    nickname: nickname === undefined ? undefined : rosterNickname(nickname),
    groups: groups === undefined ? undefined : rosterGroups(groups),
  };
}

/** A contact that is added or changed. */
export interface MergedItem extends ChangedItem {
  readonly asked: Subscription | undefined;
}

/**
 * Contacts that are added or changed, by JID; of those who are named twice the last. None is removed so.
 * @throws InvalidArgument
 */
export function mergedItems(drafts: readonly RosterDraft[]): ReadonlyMap<BareJid, MergedItem> {
  return new Map(
    drafts.map((draft) => {
      if (!draft.jid) throw jidMissing();
      const jid = rosterJid(draft.jid, 'stored');
      const { asked, ...item } = changedItem(jid, draft);
      if (asked === 'remove') {
        const allowed = 'one of 0, 1, 2, 3: a PATCH removes none';
        throw invalidValue('subscriptionType', String(draft.subscription), allowed);
      }
      return [jid, { ...item, asked }];
    }),
  );
}
