import { ChatServerAway } from '../chat-server/chat-server.js';
import type { ChatServer } from '../chat-server/chat-server.js';
import type { Localpart } from '../shared/jid.js';
import type { Order, OrderedList, Page, PageRequest } from '../shared/paging.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import { administrators } from '../system/administrators.js';
import { systemProperty } from '../system/system-properties.js';
import type { SystemProperties } from '../system/system-properties.js';
import { UserNotFound } from './errors.js';
import { username } from './user.js';
import type { FoundUser, UserEntry, UserList, UserSelection } from './user-list.js';

/** Which users are wanted, {@link UserSelection} with who is online now. */
export interface UserCriteria extends Omit<UserSelection, 'among'> {
  readonly online: boolean | null;
}

const ANY_TIME = { from: null, to: null };
const EVERYBODY: Omit<UserSelection, 'among'> = {
  ...{ isPaged: true, filter: { kind: 'all' }, text: null, locked: null, neverSeen: null },
  ...{ group: null, created: ANY_TIME, lastSeen: ANY_TIME },
};
const ONE: PageRequest = { sort: 'username', descending: false, limit: 1, after: null };

/** Users by page, in any order. Contract: extensions E1.2 */
export class UserSearch {
  constructor(
    private readonly users: UserList,
    private readonly domain: ServiceDomain,
    private readonly properties: SystemProperties,
    private readonly chatServer: ChatServer,
  ) {}

  /**
   * @param showsPresence whether pages say who is online, which the chat server is asked once for each
   * @throws ChatServerAway if the criteria need to know
   */
  async find(
    { online, ...criteria }: UserCriteria,
    showsPresence: boolean,
  ): Promise<OrderedList<FoundUser>> {
    const present = online === null ? null : await this.present();
    const among = present === null ? null : { usernames: [...present], isMember: online === true };
    const list = await this.users.select({ ...criteria, among });
    return {
      whole: (order) => this.whole(list, order),
      page: async (request) => {
        const known = showsPresence ? (present ?? (await this.presentIfKnown())) : null;
        return this.page(list, request, known);
      },
      total: () => list.total(),
    };
  }

  /**
   * One of them.
   * @param showsPresence whether it says if the user is online
   * @throws UserNotFound
   */
  async get(name: string, showsPresence: boolean): Promise<FoundUser> {
    const user = username(name);
    if (user === null) throw new UserNotFound(name);
    const among = { usernames: [user], isMember: true };
    const list = await this.users.select({ ...EVERYBODY, among });
    const present = showsPresence ? await this.presentIfKnown(user) : null;
    const [found] = (await this.page(list, ONE, present)).items;
    if (found === undefined) throw new UserNotFound(name);
    return found;
  }

  private async *whole(list: OrderedList<UserEntry>, order: Order) {
    for await (const batch of list.whole(order)) yield this.shown(batch, null);
  }

  private async page(
    list: OrderedList<UserEntry>,
    request: PageRequest,
    present: ReadonlySet<string> | null,
  ): Promise<Page<FoundUser>> {
    const { items, next } = await list.page(request);
    return { items: this.shown(items, present), next };
  }

  private shown(
    entries: readonly UserEntry[],
    present: ReadonlySet<string> | null,
  ): readonly FoundUser[] {
    const listed = this.properties.read(systemProperty.administrators);
    const names = new Set<string>(administrators(listed, this.domain));
    return entries.map((entry) => ({
      ...entry,
      online: present?.has(entry.username) ?? null,
      administrator: names.has(entry.username),
    }));
  }

  /** @param user of whom alone it has to be known */
  private async present(user: Localpart | null = null): Promise<ReadonlySet<string>> {
    const sessions = await this.chatServer.sessions(user);
    return new Set(sessions.flatMap(({ username }) => username ?? []));
  }

  private async presentIfKnown(user: Localpart | null = null): Promise<ReadonlySet<string> | null> {
    try {
      return await this.present(user);
    } catch (error) {
      if (error instanceof ChatServerAway) return null;
      throw error;
    }
  }
}
