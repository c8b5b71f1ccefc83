import type { Snapshot } from '../database/snapshot.js';
import { PortableRefused } from '../faults.js';
import type { OnLoss } from '../faults.js';
import { newFolder } from '../files/new-folder.js';
import type { NewFolder } from '../files/new-folder.js';
import { escapeApostrophed } from '@chat-admin/codecs/xml/escape';
import { PIE } from './elements.js';
import { fileName, hrefOf } from './file-names.js';
import { userRows, usernamesOf } from './user-rows.js';
import type { UserRows } from './user-rows.js';
import { userText } from './write-user.js';

export interface Xep0227Options {
  /** null: everybody */
  readonly usernames: readonly string[] | null;
  readonly withoutCredentials: boolean;
  /** contacts of shared groups stand in rosters, too */
  readonly withShared: boolean;
  /** all in `index.xml` */
  readonly singleFile: boolean;
  /** a whole document for each, as Prosody reads and writes them: `name@domain.xml`; no `index.xml` */
  readonly filePerUser: boolean;
  readonly onLoss: OnLoss;
  /** after each user; may throw to stop */
  readonly advance: () => void;
  /** before the folder gets its name */
  readonly written: (users: number) => Promise<void>;
}

export const INDEX = 'index.xml';
const USERS = 'users';
/** File systems take no longer names. */
const MOST_NAME_BYTES = 255;
const XML = `<?xml version='1.0' encoding='UTF-8'?>\n`;

/**
 * Writes a folder of XEP-0227 1.1: `index.xml`, and a file for each user that it includes. Moving in: 10
 * @returns number of users
 * @throws PortableRefused for users that are not there, and for a folder that is
 * @throws PortableFailed
 */
export async function exportXep0227(
  snapshot: Snapshot,
  path: string,
  options: Xep0227Options,
): Promise<number> {
  await requireUsers(snapshot, options.usernames);
  return newFolder(path, async (folder) => {
    const users = new Users(snapshot, options, folder);
    if (options.filePerUser) await users.documents();
    else {
      if (!options.singleFile) await folder.folder(USERS);
      await folder.file(INDEX, documentText(snapshot.domain, users.texts()));
    }
    await options.written(users.count);
    return users.count;
  });
}

async function requireUsers(
  snapshot: Snapshot,
  usernames: readonly string[] | null,
): Promise<void> {
  if (usernames === null) return;
  const absent = await snapshot.query<{ name: string }>(
    `select wanted.name from unnest($1::text[]) as wanted (name)
     where not exists (select from account where username = wanted.name)`,
    [usernames],
  );
  if (absent.length === 0) return;
  throw new PortableRefused(`There is no user ${absent.map(({ name }) => name).join(', ')}.`);
}

/** A document of one host, around what stands for its users. */
export async function* documentText(
  domain: string,
  users: AsyncIterable<string>,
): AsyncGenerator<string, void, undefined> {
  const host = `<host jid='${escapeApostrophed(domain)}'>`;
  yield `${XML}<server-data xmlns='${PIE}' xmlns:xi='http://www.w3.org/2001/XInclude'>\n${host}\n`;
  for await (const text of users) yield text;
  yield '</host>\n</server-data>\n';
}

class Users {
  count = 0;
  private readonly rows: UserRows;

  constructor(
    private readonly snapshot: Snapshot,
    private readonly options: Xep0227Options,
    private readonly folder: NewFolder,
  ) {
    this.rows = userRows(snapshot, options);
  }

  /** In the index. */
  async *texts(): AsyncGenerator<string, void, undefined> {
    for await (const username of this.names()) {
      if (this.options.singleFile) yield* this.whole(username);
      else yield await this.included(username);
    }
  }

  /** Without an index. */
  async documents(): Promise<void> {
    const { domain } = this.snapshot;
    for await (const username of this.names()) {
      await this.folder.file(
        this.documentName(username),
        documentText(domain, this.whole(username)),
        true,
      );
    }
  }

  /** Each is done when the next one is asked for. */
  private async *names(): AsyncGenerator<string, void, undefined> {
    const { usernames, advance } = this.options;
    for await (const batch of usernamesOf(this.snapshot, usernames)) {
      for (const { username } of batch) {
        yield username;
        this.count += 1;
        advance();
      }
    }
  }

  private documentName(username: string): string {
    const name = `${username}@${this.snapshot.domain}.xml`;
    if (Buffer.byteLength(name) <= MOST_NAME_BYTES) return name;
    const text = 'its name is too long for that of a file, so Prosody does not find it';
    this.options.onLoss({ name: username, field: 'file', text });
    return fileName(username);
  }

  private async *whole(username: string): AsyncGenerator<string, void, undefined> {
    yield* this.user(username, PIE);
    yield '\n';
  }

  private async included(username: string): Promise<string> {
    const name = `${USERS}/${fileName(username)}`;
    await this.folder.file(name, headed(this.user(username, '')), true);
    return `<xi:include href='${escapeApostrophed(hrefOf(name))}'/>\n`;
  }

  private user(username: string, around: string): AsyncGenerator<string, void, undefined> {
    const { withoutCredentials, onLoss } = this.options;
    const { domain } = this.snapshot;
    return userText(username, this.rows, { domain, withoutCredentials, onLoss }, around);
  }
}

async function* headed(user: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  yield XML;
  for await (const text of user) yield text;
  yield '\n';
}
