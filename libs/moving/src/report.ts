import type { Kind } from './rows.js';

/**
 * Why something did not come along as it was. Each code is explained in docs/moving-from-openfire.md.
 * Sources give the first block, the mapping the others.
 */
export type ReportCode =
  // what a source could not read, or does not have
  | 'connection-dropped'
  | 'file-broken'
  | 'groups-joined'
  | 'include-refused'
  | 'kind-missing'
  | 'list-unreadable'
  | 'rest-unreachable'
  | 'scram-unsupported'
  | 'table-dropped'
  // of values
  | 'jid-invalid'
  | 'reference-missing'
  | 'renamed'
  | 'text-cut'
  | 'text-damaged'
  | 'value-bad'
  | 'xml-broken'
  // of accounts
  | 'default-password'
  | 'flag-dropped'
  | 'name-invalid'
  | 'name-reserved'
  | 'name-twice'
  | 'name-unprepared'
  | 'no-password'
  | 'password-is-name'
  | 'password-new'
  | 'password-undecryptable'
  | 'password-unusable'
  | 'property-dropped'
  | 'property-proposed'
  | 'property-undecryptable'
  | 'scram-disagrees'
  | 'scram-incomplete'
  // of groups and rosters
  | 'contact-own'
  | 'contact-removed'
  | 'contact-twice'
  | 'foreign-contact'
  | 'group-narrowed'
  | 'grouplist-missing'
  | 'member-missing'
  // of rooms and lines
  | 'archive-of-room'
  | 'fmuc-dropped'
  | 'message-id-new'
  | 'room-locked'
  | 'room-renamed'
  // of what belongs to the chat server
  | 'avatar-dropped'
  | 'pep-access-narrowed'
  | 'pep-items-dropped'
  | 'pep-node-dropped'
  | 'pep-node-missing'
  | 'privacy-rule'
  | 'vcard-too-large'
  // of the target
  | 'changed-here'
  | 'conflict'
  | 'differs';

/** One line of the report. It never holds passwords, keys, bodies or values of properties. */
export interface ReportEntry {
  readonly kind: Kind | 'source';
  /** whose: user name, group, `room@service`, file, table */
  readonly name: string;
  /** column, property or element */
  readonly field?: string;
  readonly code: ReportCode;
  /** one sentence for the operator */
  readonly text: string;
  /** how many rows it stands for, if more than one or none by name */
  readonly count?: number;
}

export type Report = (entry: ReportEntry) => void;
