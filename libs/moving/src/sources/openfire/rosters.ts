import type { RosterRow } from '../../rows.js';
import { type Batches, type Cells, compareTexts, integer } from '../cells.js';
import { coGrouped } from '../co-grouped.js';
import { sorted } from '../sorted.js';
import { mapped, orphans, type Reading, sortedTable } from './reading.js';

const REST = ['nick', 'sub', 'ask', 'recv', 'stanza'];
const GROUPS = ['rosterID', 'rank', 'groupName'];

/** Contacts with their groups, in the order of their owners. */
export function rosters(reading: Reading): Batches<RosterRow> {
  const ordered = joinedThere(reading) ?? sorted(joinedHere(reading), [0, 1, 2], reading.scratch);
  return mapped(ordered, ([username, jid, rosterID, nick, sub, ask, recv, stanza, groups]) => ({
    username: username ?? '',
    jid: jid ?? '',
    rosterID: rosterID!,
    nick: nick!,
    sub: integer(sub),
    ask: integer(ask),
    recv: integer(recv),
    stanza: stanza!,
    groups: groups === null ? [] : byRank(JSON.parse(groups!)),
  }));
}

/** `null` where the source does not bring them together. */
function joinedThere(reading: Reading): Batches | null {
  const columns = ['username', 'jid', 'rosterID', ...REST];
  const parts = { table: 'ofRosterGroups', by: 'rosterID', columns: GROUPS };
  const rows = reading.schema.readJoined('ofRoster', columns, 3, parts);
  return rows && withContacts(rows, reading);
}

async function* withContacts(rows: Batches, reading: Reading): Batches {
  const [number, groups] = [2, 3 + REST.length];
  for await (const batch of rows) {
    yield batch.filter((row) => {
      if (row[number] !== null) return true;
      const alone: readonly Cells[] = JSON.parse(row[groups] ?? '[]');
      reportAlone(reading, alone);
      return alone.length === 0;
    });
  }
}

/** Joined by number. */
async function* joinedHere(reading: Reading): Batches {
  const joined = coGrouped(
    [
      sortedTable(reading, 'ofRoster', ['rosterID', 'username', 'jid', ...REST], 1),
      sortedTable(reading, 'ofRosterGroups', GROUPS, 1),
    ],
    1,
  );
  for await (const batch of joined) {
    yield batch.flatMap(({ rows: [items, groups] }): Cells[] => {
      if (items!.length === 0) reportAlone(reading, groups!);
      const list = groups!.length === 0 ? null : JSON.stringify(groups);
      // written out: a spread for each contact is slow
      return items!.map(([number, username, jid, nick, sub, ask, recv, stanza]) => [
        username!,
        jid!,
        number!,
        nick!,
        sub!,
        ask!,
        recv!,
        stanza!,
        list,
      ]);
    });
  }
}

/** Groups of one number that no contact has. */
function reportAlone({ report }: Reading, groups: readonly Cells[]): void {
  const name = `rosterID ${groups[0]?.[0]}`;
  orphans(report, 'rosters', name, 'ofRosterGroups', groups.length);
}

function byRank(groups: readonly Cells[]): string[] {
  if (groups.length === 1) return [groups[0]![2] ?? ''];
  const rank = (row: Cells) => integer(row[1]) ?? 0;
  return groups
    .toSorted((a, b) => rank(a) - rank(b) || compareTexts(a[2]!, b[2]!))
    .map((row) => row[2] ?? '');
}
