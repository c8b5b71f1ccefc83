import type { DirectoryCursor } from '@chat-admin/domain/directories/directory-source';
import { firstOf, textOf } from './attribute-values.js';
import type { DirectoryKind, Progress } from './directory-kind.js';
import { atLeast, equal } from './filters.js';
import type { FoundEntry } from './messages.js';

/** Entries that were written at the same time show up so much later at most. */
const OVERLAP_MS = 5000;
const STAMP = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:[.,]\d+)?Z$/;

/** Any other LDAP server: changes by modifyTimestamp, of which the server's own clock counts; deletions by full runs alone (E13.4). */
export const other = (idAttribute: string): DirectoryKind => ({
  id: {
    attribute: idAttribute,
    read({ attributes }) {
      const [bytes] = attributes.get(idAttribute.toLowerCase()) ?? [];
      if (bytes === undefined || bytes.length === 0) return null;
      return textOf(bytes) ?? `${HEX}${bytes.toString('hex')}`;
    },
    filter: (id) =>
      equal(idAttribute, id.startsWith(HEX) ? Buffer.from(id.slice(HEX.length), 'hex') : id),
  },
  stateAttributes: ['nsAccountLock', 'pwdAccountLockedTime'],
  disabled: (entry) => ({
    disabled:
      firstOf(entry, 'nsAccountLock')?.toLowerCase() === 'true' ||
      firstOf(entry, 'pwdAccountLockedTime') === '000001010000Z',
    disabledFrom: null,
  }),
  passwordTimeAttribute: 'pwdChangedTime',
  isRanged: false,
  begin: (client, bases, former) => byStamp.begin(client, bases, former),
  changesRemark: ({ since }) =>
    since === undefined || since === ''
      ? 'entries show no modifyTimestamp'
      : `modified up to ${since}`,
});

/** Stands before what is no text. */
const HEX = 'hex:';

/** Changes by the time of modification that entries show. */
export const byStamp: Pick<DirectoryKind, 'begin'> = {
  begin(_client, _bases, former) {
    const last = former?.['since'];
    if (former !== null && (last === undefined || timeOf(last) === null))
      return Promise.resolve(null);
    let newest = last ?? '';
    const progress: Progress = {
      changed: last === undefined ? null : atLeast('modifyTimestamp', earlier(last)),
      attributes: ['modifyTimestamp'],
      note(entry: FoundEntry) {
        const stamp = firstOf(entry, 'modifyTimestamp');
        if (stamp !== null && timeOf(stamp) !== null && stamp > newest) newest = stamp;
      },
      gone: () => Promise.resolve([]),
      end: (): { cursor: DirectoryCursor; sweep: boolean } => ({
        cursor: { since: newest },
        sweep: false,
      }),
    };
    return Promise.resolve(progress);
  },
};

const timeOf = (stamp: string): number | null => {
  const [, ...parts] = STAMP.exec(stamp) ?? [];
  if (parts.length === 0) return null;
  const [year, month, day, hour, minute, second] = parts.map(Number) as [
    ...[number, number, number],
    ...[number, number, number],
  ];
  return Date.UTC(year, month - 1, day, hour, minute, second);
};

const earlier = (stamp: string): string =>
  new Date(timeOf(stamp)! - OVERLAP_MS).toISOString().replace(/[-:T]|\.\d+/g, '');
