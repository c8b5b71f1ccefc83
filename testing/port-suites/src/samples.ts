import fc from 'fast-check';
import { valuesOf } from '@chat-admin/domain/shared/fields';
import { bareJid, domainpart, parseBareJid } from '@chat-admin/domain/shared/jid';
import type { BareJid, Localpart } from '@chat-admin/domain/shared/jid';
import type { AuditEntry } from '@chat-admin/domain/audit/audit-trail';
import type { Group } from '@chat-admin/domain/groups/group';
import type { ScramKeys } from '@chat-admin/domain/users/credentials';
import { USER_FIELDS, username } from '@chat-admin/domain/users/user';
import type { User } from '@chat-admin/domain/users/user';
import type { NewAccount } from '@chat-admin/domain/users/user-repository';
import type { RosterItem } from '@chat-admin/domain/users/roster';

/** The domain of all repositories under test. */
export const TEST_DOMAIN = 'example.org';

export function name(text: string): Localpart {
  return username(text)!;
}

/** `ola` is a local user, `ola@other.example` a foreign one. */
export function jid(text: string): BareJid {
  return text.includes('@') ? parseBareJid(text)! : bareJid(name(text), domainpart(TEST_DOMAIN)!);
}

export function keys(seed: number): ScramKeys {
  const bytes = (length: number) => Uint8Array.from({ length }, (_, index) => (seed + index) % 256);
  return { salt: bytes(16), iterations: 4096 + seed, storedKey: bytes(20), serverKey: bytes(32) };
}

export function anAccount(text: string, more: Partial<User> = {}): NewAccount {
  return {
    user: { username: name(text), ...valuesOf(USER_FIELDS, {}), properties: [], ...more },
    credentials: { scramSha1: keys(1), scramSha256: keys(200) },
  };
}

export function anItem(contact: string, more: Partial<RosterItem> = {}): RosterItem {
  return { jid: jid(contact), nickname: null, subscription: 0, groups: [], ...more };
}

export function aGroup(
  text: string,
  { admins = [], members = [], ...more }: GroupSample = {},
): Group {
  return {
    name: text,
    description: null,
    shared: false,
    ...more,
    admins: admins.map(jid),
    members: members.map(jid),
  };
}

interface GroupSample {
  readonly description?: string | null;
  readonly shared?: boolean;
  readonly admins?: readonly string[];
  readonly members?: readonly string[];
}

export function anEntry(summary: string): AuditEntry {
  return {
    username: 'admin',
    kind: 'account',
    accountId: '00000000-0000-4000-8000-000000000001',
    timestamp: new Date('2025-03-04T09:11:12.345Z'),
    summary,
    node: 'n1.example.org',
    details: 'object=/users; outcome=201',
    concerns: [],
  };
}

/** Any text that the edge accepts: no U+0000, no unpaired surrogates. */
export function anyText(maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: 'binary', maxLength }).filter((text) => !text.includes('\0'));
}

/** With bytes as text, so that a driver's buffers equal plain byte arrays. */
export function inHex(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inHex(inner)]));
}
