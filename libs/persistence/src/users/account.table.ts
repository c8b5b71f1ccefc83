import { EntitySchema } from 'typeorm';
import { USER_FIELDS } from '@chat-admin/domain/users/user';
import type { User } from '@chat-admin/domain/users/user';
import {
  bytes,
  code,
  flag,
  identity,
  moment,
  optionalText,
  primary,
  text,
} from '../database/columns.js';
import { schemaChecks, schemaColumns } from '../database/field-columns.js';

export interface AccountRow extends User {
  /** stays when the account is renamed; no former one of the name had it */
  readonly id?: string;
  readonly createdAt: Date;
  /** when it got the name; `null`: it had it from the start, or a former release has renamed it */
  readonly namedAt?: Date | null;
  /** when the last session ended, within a minute; written by the functions of `engine` */
  readonly lastSeen?: Date | null;
}

export const AccountTable = new EntitySchema<AccountRow>({
  name: 'Account',
  tableName: 'account',
  columns: {
    username: primary('account_pk'),
    id: identity,
    ...schemaColumns(USER_FIELDS),
    properties: { type: 'jsonb', default: [] },
    createdAt: { ...moment, name: 'created_at' },
    namedAt: {
      name: 'named_at',
      type: 'timestamp with time zone',
      nullable: true,
      select: false,
    },
    lastSeen: {
      name: 'last_seen',
      type: 'timestamp with time zone',
      nullable: true,
      select: false,
    },
  },
  indices: [
    { name: 'account_id_key', columns: ['id'], unique: true },
    { name: 'account_properties_idx', columns: ['properties'], synchronize: false },
    { name: 'account_username_trigram_idx', columns: ['username'], synchronize: false },
    { name: 'account_name_idx', columns: ['username'], synchronize: false },
    { name: 'account_text_trigram_idx', columns: ['username'], synchronize: false },
    { name: 'account_folded_text_idx', columns: ['username'], synchronize: false },
    { name: 'account_created_idx', columns: ['createdAt', 'username'] },
    { name: 'account_last_seen_idx', columns: ['lastSeen', 'username'] },
  ],
  checks: [
    { name: 'account_properties_check', expression: `jsonb_typeof(properties) = 'array'` },
    ...schemaChecks('account', USER_FIELDS),
  ],
});

/** The foreign key of a table whose rows belong to an account, and follow its renames. */
export const ofAccount = (constraint: string, column = 'username') => ({
  name: constraint,
  target: 'Account',
  columnNames: [column],
  referencedColumnNames: ['username'],
  onUpdate: 'CASCADE' as const,
  onDelete: 'CASCADE' as const,
});

/** Each hash is complete or absent, one at least is there. */
export interface CredentialRow {
  readonly username: string;
  readonly sha1Salt: Buffer | null;
  readonly sha1Iterations: number | null;
  readonly sha1StoredKey: Buffer | null;
  readonly sha1ServerKey: Buffer | null;
  readonly sha256Salt: Buffer | null;
  readonly sha256Iterations: number | null;
  readonly sha256StoredKey: Buffer | null;
  readonly sha256ServerKey: Buffer | null;
}

const optionalBytes = { ...bytes, nullable: true };
const optionalCount = { type: 'integer', nullable: true } as const;

export const AccountCredentialTable = new EntitySchema<CredentialRow>({
  name: 'AccountCredential',
  tableName: 'account_credential',
  columns: {
    username: primary('account_credential_pk'),
    sha1Salt: { ...optionalBytes, name: 'sha1_salt' },
    sha1Iterations: { ...optionalCount, name: 'sha1_iterations' },
    sha1StoredKey: { ...optionalBytes, name: 'sha1_stored_key' },
    sha1ServerKey: { ...optionalBytes, name: 'sha1_server_key' },
    sha256Salt: { ...optionalBytes, name: 'sha256_salt' },
    sha256Iterations: { ...optionalCount, name: 'sha256_iterations' },
    sha256StoredKey: { ...optionalBytes, name: 'sha256_stored_key' },
    sha256ServerKey: { ...optionalBytes, name: 'sha256_server_key' },
  },
  indices: ['sha1', 'sha256'].map((hash) => ({
    name: `account_credential_without_${hash}_idx`,
    columns: ['username'],
    where: `${hash}_stored_key is null`,
  })),
  checks: [
    ...['sha1', 'sha256'].map((hash) => ({
      name: `account_credential_${hash}_check`,
      expression: `num_nulls(${hash}_salt, ${hash}_iterations, ${hash}_stored_key, ${hash}_server_key) in (0, 4)`,
    })),
    {
      name: 'account_credential_hashes_check',
      expression: 'num_nonnulls(sha1_stored_key, sha256_stored_key) > 0',
    },
  ],
  foreignKeys: [ofAccount('account_credential_account_fk')],
});

export interface AccountRoleRow {
  readonly username: string;
  readonly role: string;
}

export const AccountRoleTable = new EntitySchema<AccountRoleRow>({
  name: 'AccountRole',
  tableName: 'account_role',
  columns: { username: primary('account_role_pk'), role: code },
  indices: [{ name: 'account_role_role_idx', columns: ['role', 'username'] }],
  foreignKeys: [ofAccount('account_role_account_fk')],
});

export interface ManagedAccountRow {
  readonly username: string;
  readonly source: string;
  readonly externalId: string;
  /** those that are managed: name, email, password */
  readonly fields: readonly string[];
  /** keys of those that are managed */
  readonly properties: readonly string[];
  /** when the source no longer had the user; null: it has */
  readonly goneSince: Date | null;
}

const texts = { type: 'text', array: true } as const;
const source = code;
const externalId = { ...code, name: 'external_id' };

export const ManagedAccountTable = new EntitySchema<ManagedAccountRow>({
  name: 'ManagedAccount',
  tableName: 'managed_account',
  columns: {
    username: primary('managed_account_pk'),
    source,
    externalId,
    fields: texts,
    properties: texts,
    goneSince: { type: 'timestamp with time zone', name: 'gone_since', nullable: true },
  },
  uniques: [{ name: 'managed_account_source_key', columns: ['source', 'externalId'] }],
  indices: [
    {
      name: 'managed_account_asked_idx',
      columns: ['username'],
      where: "'password' = any (fields)",
    },
  ],
  foreignKeys: [ofAccount('managed_account_account_fk')],
});

export interface LockoutRow {
  readonly username: string;
  readonly lockedAt: Date;
  readonly reason: string | null;
  /** name of the principal; `null`: not known */
  readonly author: string | null;
  readonly startsAt: Date;
  /** `null`: without end */
  readonly endsAt: Date | null;
  /** whether what the start of the lockout ends has been ended */
  readonly began: boolean;
}

export const LockoutTable = new EntitySchema<LockoutRow>({
  name: 'Lockout',
  tableName: 'lockout',
  columns: {
    username: primary('lockout_pk', code),
    lockedAt: { ...moment, name: 'locked_at' },
    reason: optionalText,
    author: { ...code, nullable: true },
    startsAt: { ...moment, name: 'starts_at' },
    endsAt: { type: 'timestamp with time zone', name: 'ends_at', nullable: true },
    began: { ...flag, default: true },
  },
  indices: [
    { name: 'lockout_created_idx', columns: ['lockedAt', 'username'] },
    { name: 'lockout_author_idx', columns: ['author', 'username'] },
    { name: 'lockout_ends_at_idx', columns: ['endsAt'], where: 'ends_at is not null' },
    { name: 'lockout_awaited_idx', columns: ['startsAt'], where: 'not began' },
    { name: 'lockout_until_idx', columns: ['username'], synchronize: false },
  ],
  checks: [
    { name: 'lockout_reason_check', expression: 'char_length(reason) <= 255' },
    { name: 'lockout_ends_at_check', expression: 'ends_at > starts_at' },
  ],
  foreignKeys: [ofAccount('lockout_account_fk')],
});

export interface VcardRow {
  readonly username: string;
  readonly xml: string;
  /** what a chat server has found the picture to be; `null`: not looked at yet. Written by the functions of `engine` */
  readonly picture?: object | null;
}

export const VcardTable = new EntitySchema<VcardRow>({
  name: 'Vcard',
  tableName: 'vcard',
  columns: {
    username: primary('vcard_pk'),
    xml: text,
    picture: { type: 'jsonb', nullable: true, select: false },
  },
  foreignKeys: [ofAccount('vcard_account_fk')],
});
