import type { AccountRow, GroupRow, NamedValue, PropertyRow, VCardRow } from '../../rows.js';
import type { AccountHead } from '../../source.js';
import { type Batches, type Cells, integer, unpadded } from '../cells.js';
import { coGrouped } from '../co-grouped.js';
import { mapped, ms, type Reading, sortedTable } from './reading.js';

export function properties(reading: Reading): Batches<PropertyRow> {
  const columns = ['name', 'propValue', 'encrypted', 'iv'];
  return mapped(sortedTable(reading, 'ofProperty', columns, 1), (row) => ({
    name: row[0] ?? '',
    propValue: row[1]!,
    encrypted: integer(row[2]),
    iv: unpadded(row[3]!),
  }));
}

const KEYS = ['salt', 'storedKey', 'serverKey', 'iterations'] as const;

function keys(row: Cells, from: number) {
  return {
    salt: row[from]!,
    storedKey: row[from + 1]!,
    serverKey: row[from + 2]!,
    iterations: integer(row[from + 3]),
  };
}

export const named = (row: Cells): NamedValue => ({ name: row[1] ?? '', propValue: row[2]! });

export function accounts(reading: Reading): Batches<AccountRow> {
  const users = [
    'username',
    ...KEYS,
    ['plainPassword', 'password'] as const,
    ...['encryptedPassword', 'name', 'email', 'creationDate', 'modificationDate'],
  ];
  const groups = coGrouped(
    [
      sortedTable(reading, 'ofUser', users, 1),
      sortedTable(reading, 'ofUserProp', ['username', 'name', 'propValue'], 2),
      sortedTable(reading, 'ofUserFlag', ['username', 'name', 'startTime', 'endTime'], 2),
      sortedTable(reading, 'ofUserScram', ['username', 'mechanism', ...KEYS], 2),
      sortedTable(reading, 'ofPresence', ['username', 'offlineDate', 'offlinePresence'], 1),
    ],
    1,
  );
  return mapped(groups, ({ key, rows: [user, values, flags, scram, presence] }) => ({
    username: key[0] ?? '',
    user: user![0] ? userColumns(user![0]) : null,
    properties: values!.map(named),
    flags: flags!.map(([, name, startTime, endTime]) => ({
      name: name ?? '',
      startTime: ms(startTime!),
      endTime: ms(endTime!),
    })),
    scram: scram!.map((row) => ({ mechanism: row[1] ?? '', ...keys(row, 2) })),
    presence: presence![0]
      ? { offlineDate: ms(presence![0][1]!), offlinePresence: presence![0][2]! }
      : null,
  }));
}

/** Written out, since a spread is ten times as slow. */
function userColumns(row: Cells): AccountRow['user'] {
  return {
    salt: row[1]!,
    storedKey: row[2]!,
    serverKey: row[3]!,
    iterations: integer(row[4]),
    plainPassword: row[5]!,
    encryptedPassword: row[6]!,
    name: row[7]!,
    email: row[8]!,
    creationDate: ms(row[9]!),
    modificationDate: ms(row[10]!),
  };
}

/** Without what hangs on them, and in no order. */
export function accountHeads({ schema }: Reading): Batches<AccountHead> {
  const rows = schema.read('ofUser', ['username', 'modificationDate']);
  return mapped(rows, ([username, modificationDate]) => ({
    username: username ?? '',
    modificationDate: ms(modificationDate!),
  }));
}

export function groups(reading: Reading): Batches<GroupRow> {
  const found = coGrouped(
    [
      sortedTable(reading, 'ofGroup', ['groupName', 'description'], 1),
      sortedTable(reading, 'ofGroupProp', ['groupName', 'name', 'propValue'], 2),
      sortedTable(reading, 'ofGroupUser', ['groupName', 'username', 'administrator'], 3),
    ],
    1,
  );
  return mapped(found, ({ key, rows: [group, values, members] }) => ({
    groupName: key[0] ?? '',
    group: group![0] ? { description: group![0][1]! } : null,
    properties: values!.map(named),
    members: members!.map(([, username, administrator]) => ({
      username: username ?? '',
      administrator: integer(administrator),
    })),
  }));
}

export function vcards(reading: Reading): Batches<VCardRow> {
  const rows = sortedTable(reading, 'ofVCard', ['username', ['vcard', 'value']], 1);
  return mapped(rows, ([username, vcard]) => ({ username: username ?? '', vcard: vcard! }));
}
