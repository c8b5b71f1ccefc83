import { ChatServerAway } from '../chat-server/chat-server.js';
import type { ChatServer } from '../chat-server/chat-server.js';
import type { Order, OrderedList, Page, PageRequest } from '../shared/paging.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import { administrators } from '../system/administrators.js';
import { systemProperty } from '../system/system-properties.js';
import type { SystemProperties } from '../system/system-properties.js';
import type { FoundUser, UserEntry, UserList, UserSelection } from './user-list.js';

/** Which users are wanted, {@link UserSelection} with who is online now. */
export interface UserCriteria extends Omit<UserSelection, 'among'> {
  readonly online: boolean | null;
}

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

  private async present(): Promise<ReadonlySet<string>> {
    const sessions = await this.chatServer.sessions(null);
    return new Set(sessions.flatMap(({ username }) => username ?? []));
  }

  private async presentIfKnown(): Promise<ReadonlySet<string> | null> {
    try {
      return await this.present();
    } catch (error) {
      if (error instanceof ChatServerAway) return null;
      throw error;
    }
  }
}
