import type { ArchiveRow, AuditRow, MessageRow, OfflineRow } from '../../rows.js';
import type { RoomLines } from '../../source.js';
import { type Batches, each } from '../cells.js';
import { millisecondsOf } from '../../mapping/values.js';
import { mapped, ms, msText, notBefore, type Reading } from './reading.js';
import { roomNames } from './rooms.js';
import type { Column } from './tables.js';

/** A table of which the newer part can be asked for, in its own order. */
function newer(reading: Reading, table: string, columns: readonly Column[], at: number): Batches {
  const { schema, since } = reading;
  const column = [columns[at]!].flat().find((name) => schema.has(table, name)) as
    string | undefined;
  const padded = column === 'entryStamp' || column === 'sentDate' ? null : since && msText(since);
  const value = padded ?? String(since?.getTime());
  const hint = since && column !== undefined ? { column, value } : undefined;
  return notBefore(schema.read(table, columns, hint), at, since);
}

export function audit(reading: Reading): Batches<AuditRow> {
  const columns = ['msgID', 'username', 'entryStamp', 'summary', 'node', 'details'];
  const rows = newer(reading, 'ofSecurityAuditLog', columns, 2);
  return mapped(rows, ([msgID, username, entryStamp, summary, node, details]) => ({
    msgID: msgID ?? '',
    username: username!,
    entryStamp: entryStamp!,
    summary: summary!,
    node: node!,
    details: details!,
  }));
}

export async function* messages(reading: Reading): Batches<MessageRow> {
  const names = await roomNames(reading);
  const columns = [
    ...['roomID', 'messageID', 'sender', 'nickname'],
    ['logTime', 'time'] as const,
    ...['subject', 'body', 'stanza'],
  ];
  const rows = newer(reading, 'ofMucConversationLog', columns, 4);
  yield* mapped(rows, ([roomID, messageID, sender, nickname, logTime, subject, body, stanza]) => {
    const place = roomID === null ? undefined : names.get(roomID!);
    return {
      messageID: messageID!,
      roomID: roomID!,
      services: place?.services ?? [],
      room: place?.room ?? null,
      sender: sender!,
      nickname: nickname!,
      logTime: ms(logTime!),
      subject: subject!,
      body: body!,
      stanza: stanza!,
    };
  });
}

/** Of rooms that are there. */
export async function* linesOfRooms(reading: Reading, before: Date): AsyncGenerator<RoomLines> {
  const counts = new Map<string, { lines: number; older: number }>();
  const rows = newer(reading, 'ofMucConversationLog', ['roomID', ['logTime', 'time'] as const], 1);
  for await (const [roomID, time] of each(rows)) {
    if (roomID === null) continue;
    const count = counts.get(roomID!) ?? { lines: 0, older: 0 };
    count.lines += 1;
    if ((millisecondsOf(time!) ?? 0) < before.getTime()) count.older += 1;
    counts.set(roomID!, count);
  }
  for (const [roomID, place] of await roomNames(reading)) {
    const count = counts.get(roomID);
    if (count !== undefined) yield { ...place, ...count };
  }
}

export function offline(reading: Reading): Batches<OfflineRow> {
  const columns = ['username', 'messageID', 'creationDate', ['stanza', 'message'] as const];
  const rows = newer(reading, 'ofOffline', columns, 2);
  return mapped(rows, ([username, messageID, creationDate, stanza]) => ({
    username: username ?? '',
    messageID: messageID!,
    creationDate: ms(creationDate!),
    stanza: stanza!,
  }));
}

const ARCHIVE = [
  ...['messageID', 'conversationID', 'fromJID', 'fromJIDResource', 'toJID', 'toJIDResource'],
  ...['sentDate', 'stanza', 'body', 'isPMforJID'],
] as const;

export function archive(reading: Reading): Batches<ArchiveRow> {
  const rows = newer(reading, 'ofMessageArchive', ARCHIVE, 6);
  return mapped(rows, (row): ArchiveRow => ({
    messageID: row[0]!,
    conversationID: row[1]!,
    fromJID: row[2]!,
    fromJIDResource: row[3]!,
    toJID: row[4]!,
    toJIDResource: row[5]!,
    sentDate: row[6]!,
    stanza: row[7]!,
    body: row[8]!,
    isPMforJID: row[9]!,
    owner: null,
  }));
}
