import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openfire } from '@chat-admin/moving/testing/openfire-fixture';
import { scramKeys } from '@chat-admin/moving/testing/openfire-keys';

const TIME = '001795350166335';
const DOMAIN = 'example.org';
const CONTACTS = 10;
const LINES = 5;
const PEOPLE_OF_CLASS = 30;
const PEOPLE_OF_ROOM = 20;

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
const name = (n: number): string => `pupil${n}`;
const jid = (n: number): string => `${name(n)}@${DOMAIN}`;

/** Everybody has this one. */
export const OLD_PASSWORD = 'p1-secret';

/**
 * Writes the embedded database of a stopped Openfire of a school: classes that see each other, contacts of whom some are in the same
 * class, rooms with lines.
 */
export async function writeOldSchool(folder: string, people: number): Promise<void> {
  const keys = scramKeys(OLD_PASSWORD);
  const classes = numbers(Math.ceil(people / PEOPLE_OF_CLASS)).map((n) => `Class ${n}`);
  const rooms = numbers(Math.ceil(people / PEOPLE_OF_ROOM));
  const dates = { creationDate: TIME, modificationDate: TIME };
  const data = {
    ofProperty: [{ name: 'xmpp.domain', propValue: DOMAIN, encrypted: 0 }],
    ofUser: numbers(people).map((n) => ({
      username: name(n),
      name: `Pupil ${n}`,
      ...dates,
      ...keys,
    })),
    ofGroup: classes.map((groupName) => ({ groupName, description: null })),
    ofGroupProp: classes.flatMap((groupName) => [
      { groupName, name: 'sharedRoster.showInRoster', propValue: 'onlyGroup' },
      { groupName, name: 'sharedRoster.displayName', propValue: groupName },
    ]),
    ofGroupUser: numbers(people).map((n) => ({
      ...{
        groupName: classes[Math.floor(n / PEOPLE_OF_CLASS)]!,
        username: name(n),
        administrator: 0,
      },
    })),
    ofRoster: numbers(people * CONTACTS).map((n) => ({
      ...{
        rosterID: n + 1,
        username: name(n % people),
        sub: 3,
        ask: -1,
        recv: -1,
        nick: `Nick ${n}`,
      },
      jid: jid(((n % people) + Math.floor(n / people) * 7 + 1) % people),
    })),
    ofRosterGroups: numbers(people * CONTACTS).map((n) => ({
      ...{ rosterID: n + 1, rank: 0, groupName: 'Friends' },
    })),
    ofVCard: numbers(people).map((n) => ({
      ...{ username: name(n), vcard: `<vCard xmlns="vcard-temp"><FN>Pupil ${n}</FN></vCard>` },
    })),
    ofMucService: [{ serviceID: 1, subdomain: 'conference', description: null, isHidden: 0 }],
    ofMucRoom: rooms.map((n) => ({
      ...{ serviceID: 1, roomID: n + 1, name: `room${n}`, naturalName: `Room ${n}`, ...dates },
      ...{ lockedDate: '000000000000000', canChangeSubject: 0, maxUsers: 30, publicRoom: 1 },
      ...{ moderated: 0, membersOnly: 0, canInvite: 1, canDiscoverJID: 1, logEnabled: 1 },
      ...{ rolesToBroadcast: 7, useReservedNick: 0, canChangeNick: 1, canRegister: 1, allowpm: 0 },
    })),
    ofMucAffiliation: rooms.map((n) => ({ roomID: n + 1, jid: jid(n), affiliation: 10 })),
    ofMucConversationLog: numbers(people * LINES).map((n) => ({
      ...{ roomID: (n % rooms.length) + 1, messageID: n + 1, sender: `${jid(n % people)}/desk` },
      ...{ nickname: 'Nick', logTime: TIME, subject: null, body: `Line ${n}` },
      stanza: `<message type="groupchat" id="m${n}"><body>Line ${n}</body></message>`,
    })),
    ofOffline: numbers(people).map((n) => ({
      ...{ username: name(n), messageID: n + 1, creationDate: TIME, messageSize: 100 },
      stanza: `<message from="${jid((n + 1) % people)}" to="${jid(n)}"><body>Later ${n}</body></message>`,
    })),
  };
  const form = { engine: '2', log: false, lobs: false } as const;
  await mkdir(folder, { recursive: true });
  for (const [file, content] of openfire(37, { data }).hsqldb(form)) {
    await writeFile(join(folder, file), content);
  }
}
