// P13: the parser alone and our reader, as tasks. Each process runs one kind of task only.
import { bulkRooms } from '@chat-admin/codecs/muc/rooms/bulk-rooms.doc';
import { usersDoc } from '@chat-admin/codecs/users/user.doc';
import { readBody } from '@chat-admin/codecs/wire/read-body';
import { checkNewUser } from '@chat-admin/domain/users/user-draft';
import { SaxesParser } from 'saxes';
import { NUMBER } from '../load/load-job.js';
import { usersText } from '../load/requests.js';
import { roomsText } from '../load/room-requests.js';
import type { ParsedDocument, Reading } from '../measures/parsing.js';
import { answerTasks } from '../processes/tasks.js';

const REPETITIONS = 4;
const readings: Readonly<Record<Reading, (bytes: Buffer, document: ParsedDocument) => unknown>> = {
  alone: parseAlone,
  read: (bytes, { of }) =>
    of === 'rooms' ? readBody(bulkRooms, 'xml', bytes) : readBody(usersDoc, 'xml', bytes),
  /** with the rules of users */
  check: async (bytes) => {
    for (const user of (await readBody(usersDoc, 'xml', bytes))!) checkNewUser(user);
  },
};

answerTasks(
  Object.fromEntries(
    Object.entries(readings).map(([name, reading]) => [
      name,
      (document: ParsedDocument) => timed(document, reading),
    ]),
  ),
);

/** @returns CPU time of this process per document, in milliseconds */
async function timed(
  document: ParsedDocument,
  reading: (bytes: Buffer, document: ParsedDocument) => unknown,
): Promise<number> {
  const text = document.of === 'rooms' ? roomsText : usersText;
  const bytes = Buffer.from(text('xml', document.count, 'parsed').replaceAll(NUMBER, '00000000'));
  const begin = process.cpuUsage();
  for (let i = 0; i < REPETITIONS; i += 1) await reading(bytes, document);
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000 / REPETITIONS;
}

/** saxes with namespaces enabled, and listeners that do nothing */
function parseAlone(bytes: Buffer): void {
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', () => undefined);
  parser.on('closetag', () => undefined);
  parser.on('text', () => undefined);
  parser.write(bytes.toString('utf8')).close();
}
