import type { ChatServer } from '../chat-server/chat-server.js';
import { namesOf } from '../shared/audit-facts.js';
import type { BareJid, Localpart } from '../shared/jid.js';
import { memberFault } from '../shared/jid-faults.js';
import { invalidParameter } from '../shared/paging.js';
import type { OrderedList } from '../shared/paging.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import type { Transactions } from '../shared/transactions.js';
import type { SystemProperties } from '../system/system-properties.js';
import { systemProperty } from '../system/system-properties.js';
import { UserNotFound } from '../users/errors.js';
import { localUser } from '../users/local-user.js';
import type { UserRepository } from '../users/user-repository.js';
import { FileNotFound } from './errors.js';
import type { FileUsage, ListedFile, ShownFile, StoredFile } from './file.js';
import type { FileFilter, FileRepository } from './file-repository.js';

/** Which files are wanted; the user as somebody has written it. */
export type FileCriteria = Omit<FileFilter, 'user'> & { readonly user: string | null };

export interface FilePorts {
  readonly files: FileRepository;
  readonly users: UserRepository;
  readonly properties: SystemProperties;
  readonly chatServer: ChatServer;
  readonly transactions: Transactions;
  readonly domain: ServiceDomain;
}

/** Files that people have sent, which the chat server keeps. Contract: extensions E21 */
export class FileManagement {
  constructor(private readonly ports: FilePorts) {}

  /**
   * @param showsThere whether the chat server is asked which have bytes
   * @throws InvalidArgument for a user that is no JID
   */
  list({ user, ...filter }: FileCriteria, showsThere: boolean): OrderedList<ShownFile> {
    const list = this.ports.files.list({ ...filter, user: user === null ? null : this.jid(user) });
    if (!showsThere) return mapped(list, async (files) => files.map(shown));
    return mapped(list, (files) => this.lookedUp(files));
  }

  /** @throws FileNotFound */
  async get(id: string): Promise<ShownFile> {
    return shown(await this.known(id));
  }

  /** @param person a user name, or a JID of the domain. @throws UserNotFound, NonLocalUser */
  async usage(person = ''): Promise<FileUsage> {
    const { domain, files, properties } = this.ports;
    const usage = await files.usage(domain.jidOf(await this.userNamed(person)));
    return { ...usage, quota: properties.read(systemProperty.fileQuota) ?? 0 };
  }

  /**
   * The address of the file gives nothing any more. What the chat server cannot be told then, it does within seconds of its return.
   * @throws FileNotFound, ChatServerAway
   */
  async remove(id: string): Promise<void> {
    const file = await this.known(id);
    this.ports.transactions.note({ about: namesOf([file.user], (jid) => jid) });
    if ((await this.removed(file.user, file)) === 0) throw new FileNotFound(id);
  }

  /**
   * All of a person.
   * @param person a user name, or a JID of the domain. @returns how many
   * @throws UserNotFound, NonLocalUser, ChatServerAway
   */
  async removeAllOf(person: string): Promise<number> {
    return this.removed(this.ports.domain.jidOf(await this.userNamed(person)), null);
  }

  /** @param only `null`: all of the user. @returns how many. @throws ChatServerAway */
  private async removed(user: string, only: StoredFile | null): Promise<number> {
    const { files, chatServer, transactions } = this.ports;
    // whether it can be reached, before anything changes
    await chatServer.filesThere(only === null ? [] : [only]);
    return transactions.run(async () => {
      const count = await files.remove(user, only?.id ?? null);
      if (count > 0) await transactions.afterCommit(() => chatServer.filesRemoved());
      return count;
    });
  }

  private async userNamed(person: string): Promise<Localpart> {
    const name = localUser(person, this.ports.domain);
    if ((await this.ports.users.find(name)) === null) throw new UserNotFound(person);
    return name;
  }

  private async known(id: string): Promise<StoredFile> {
    const file = await this.ports.files.find(id);
    if (file === null) throw new FileNotFound(id);
    return file;
  }

  private async lookedUp(files: readonly StoredFile[]): Promise<readonly ListedFile[]> {
    const there = await this.ports.chatServer.filesThere(files);
    return files.map((file, index) => ({ ...shown(file), there: there[index]! }));
  }

  /** Of any domain: other servers may be allowed to send files. */
  private jid(text: string): BareJid {
    const jid = this.ports.domain.parseMember(text, 'query');
    if (jid === null) throw invalidParameter('user', text, memberFault(text));
    return jid;
  }
}

const shown = ({ host: _host, ...file }: StoredFile): ShownFile => file;

function mapped<T, R>(
  list: OrderedList<T>,
  show: (entries: readonly T[]) => Promise<readonly R[]>,
): OrderedList<R> {
  return {
    async *whole(order) {
      for await (const entries of list.whole(order)) yield await show(entries);
    },
    page: async (request) => {
      const { items, next } = await list.page(request);
      return { items: await show(items), next };
    },
    total: () => list.total(),
  };
}
