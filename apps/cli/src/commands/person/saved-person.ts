import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { rosterRows, vcardRows } from '@chat-admin/moving/sources/xep0227/account-rows';
import { usersOf } from '@chat-admin/moving/sources/xep0227/users-of-file';
import { open } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { UnusableWord } from '../../outcome/failures.js';

/** What a file of `person export` says of a person, as far as it can be restored. */
export interface SavedPerson {
  readonly domain: string;
  readonly user: {
    readonly username: string;
    readonly name?: string;
    readonly email?: string;
    readonly properties?: readonly { readonly key: string; readonly value: string }[];
    readonly role?: string;
  };
  readonly lockout: {
    readonly reason?: string;
    readonly from?: string;
    readonly until?: string;
  } | null;
  readonly groups: readonly { readonly name: string; readonly role: string }[];
  readonly affiliations: readonly {
    /** its JID */
    readonly room: string;
    readonly affiliation: string;
  }[];
  readonly contacts: readonly {
    readonly jid: string;
    readonly nickname: string | null;
    readonly subscription: number;
    readonly groups: readonly string[];
  }[];
  /** XML */
  readonly vcard: string | null;
}

/** Bytes of one file with lines; an account with 100,000 groups has less. */
const MOST_BYTES = 64 * 1024 * 1024;
const openZip = promisify<string, { lazyEntries: true; autoClose: false }, ZipFile>(open);

/** @throws UnusableWord if it is no file of `person export` */
export async function readSavedPerson(file: string): Promise<SavedPerson> {
  const folder = await mkdtemp(join(tmpdir(), 'chat-admin-person-'));
  try {
    const zip = await openZip(file, { lazyEntries: true, autoClose: false });
    try {
      return await savedIn(zip, join(folder, 'person.xml'));
    } finally {
      zip.close();
    }
  } catch (error) {
    if (error instanceof UnusableWord) throw error;
    throw new UnusableWord(`${file} is no file of "person export": ${(error as Error).message}`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function savedIn(zip: ZipFile, xml: string): Promise<SavedPerson> {
  const lines: Record<string, readonly unknown[]> = {};
  let hasXml = false;
  for await (const entry of entriesOf(zip)) {
    const content = await promisify(zip.openReadStream.bind(zip) as OpenEntry)(entry);
    if (entry.fileName === 'person.xml') {
      await pipeline(content, createWriteStream(xml, { mode: 0o600 }));
      hasXml = true;
    } else if (KINDS.includes(entry.fileName)) {
      if (entry.uncompressedSize > MOST_BYTES) throw new Error(`${entry.fileName} is too large`);
      lines[entry.fileName] = linesOf(await text(content));
    } else content.destroy();
  }
  const [head, user] = (lines['user.ndjson'] ?? []) as readonly Row[];
  if (!hasXml || head?.['format'] !== 'chat-admin' || typeof user?.['username'] !== 'string') {
    throw new Error('it has no person.xml, or no account');
  }
  const rest = <T>(kind: string) => (lines[`${kind}.ndjson`] ?? []).slice(1) as readonly T[];
  return {
    domain: String(head['domain']),
    user: user as unknown as SavedPerson['user'],
    lockout: rest<NonNullable<SavedPerson['lockout']>>('lockout')[0] ?? null,
    groups: rest('groups'),
    affiliations: rest('affiliations'),
    ...(await personIn(xml, user['username'])),
  };
}

type Row = Readonly<Record<string, unknown>>;
type OpenEntry = (entry: Entry, done: (error: Error | null, content: Readable) => void) => void;

const KINDS: readonly string[] = ['user', 'lockout', 'groups', 'affiliations'].map(
  (kind) => `${kind}.ndjson`,
);

const linesOf = (content: string): readonly unknown[] =>
  content
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | null>((resolve, reject) => {
      zip.removeAllListeners();
      zip
        .once('entry', resolve)
        .once('end', () => resolve(null))
        .once('error', reject);
      zip.readEntry();
    });
    if (entry === null) return;
    yield entry;
  }
}

async function personIn(
  file: string,
  username: string,
): Promise<Pick<SavedPerson, 'contacts' | 'vcard'>> {
  const ignored = () => undefined;
  for await (const { user } of usersOf(file, ignored)) {
    const contacts = rosterRows(username, user, ignored)
      // others are requests alone, for which nobody waits any more
      .filter(({ recv, sub, nick }) => recv !== 1 || (sub ?? 0) > 0 || nick !== null)
      .map(({ jid, nick, sub, groups }) => ({
        ...{ jid, nickname: nick, groups },
        subscription: Math.max(0, sub ?? 0),
      }));
    return { contacts, vcard: vcardRows(username, user)[0]?.vcard ?? null };
  }
  throw new Error('person.xml has nobody');
}
