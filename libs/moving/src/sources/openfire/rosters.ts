import type { RosterRow } from '../../rows.js';
import { type Batches, type Cells, compareTexts, integer } from '../cells.js';
import { coGrouped } from '../co-grouped.js';
import { sorted } from '../sorted.js';
import { mapped, orphans, type Reading, sortedTable } from './reading.js';

const COLUMNS = ['rosterID', 'username', 'jid', 'nick', 'sub', 'ask', 'recv', 'stanza'];

/** Contacts with their groups, joined by number and then brought into the order of their owners. */
export function rosters(reading: Reading): Batches<RosterRow> {
  const ordered = sorted(contacts(reading), [1, 2, 0], reading.scratch);
  return mapped(ordered, ([rosterID, username, jid, nick, sub, ask, recv, stanza, groups]) => ({
    username: username ?? '',
    jid: jid ?? '',
    rosterID: rosterID!,
    nick: nick!,
    sub: integer(sub),
    ask: integer(ask),
    recv: integer(recv),
    stanza: stanza!,
    groups: groups === null ? [] : JSON.parse(groups!),
  }));
}

async function* contacts(reading: Reading): Batches {
  const joined = coGrouped(
    [
      sortedTable(reading, 'ofRoster', COLUMNS, 1),
      sortedTable(reading, 'ofRosterGroups', ['rosterID', 'rank', 'groupName'], 1),
    ],
    1,
  );
  for await (const batch of joined) {
    yield batch.flatMap(({ key, rows: [items, groups] }): Cells[] => {
      if (items!.length === 0) {
        orphans(reading.report, 'rosters', `rosterID ${key[0]}`, 'ofRosterGroups', groups!.length);
      }
      const names = groups!.length === 0 ? null : JSON.stringify(byRank(groups!));
      return items!.map((item) => item.concat(names));
    });
  }
}

function byRank(groups: readonly Cells[]): (string | null)[] {
  const rank = (row: Cells) => integer(row[1]) ?? 0;
  return groups
    .toSorted((a, b) => rank(a) - rank(b) || compareTexts(a[2]!, b[2]!))
    .map((row) => row[2] ?? '');
}
