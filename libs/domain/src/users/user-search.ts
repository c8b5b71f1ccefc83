import type { ChatServer } from '../chat-server/chat-server.js';
import { ifReached } from '../chat-server/if-reached.js';
import type { Localpart } from '../shared/jid.js';
import type { Order, OrderedList, Page, PageRequest } from '../shared/paging.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import { administrators } from '../system/administrators.js';
import { systemProperty } from '../system/system-properties.js';
import type { SystemProperties } from '../system/system-properties.js';
import { UserNotFound } from './errors.js';
import type { HashPicture, PictureHashes } from './picture-hashes.js';
import { userNamed } from './local-user.js';
import { username } from './user.js';
import type { FoundUser, UserEntry, UserList, UserSelection } from './user-list.js';

/** Which users are wanted, {@link UserSelection} with who is online now. */
export interface UserCriteria extends Omit<UserSelection, 'among'> {
  readonly online: boolean | null;
  /** user names, as somebody has written them: nobody else is wanted */
  readonly names: readonly string[] | null;
  /** nobody but administrators is wanted */
  readonly isAdministrator: boolean;
}

/** What entries show besides. */
export interface UserDetails {
  /** who is online, which the chat server is asked once for each page */
  readonly online: boolean;
  /** the hash of the picture; `null`: not shown */
  readonly photo: HashPicture | null;
}

const ANY_TIME = { from: null, to: null };
const EVERYBODY: Omit<UserSelection, 'among'> = {
  ...{ isPaged: true, filter: { kind: 'all' }, text: null, locked: null, neverSeen: null },
  ...{ group: null, role: null, managedBy: null, created: ANY_TIME, lastSeen: ANY_TIME },
};
const ONE: PageRequest = { sort: 'username', descending: false, limit: 1, after: null };

/** Users by page, in any order. Contract: extensions E1.2 */
export class UserSearch {
  constructor(
    private readonly users: UserList,
    private readonly pictures: PictureHashes,
    private readonly domain: ServiceDomain,
    private readonly properties: SystemProperties,
    private readonly chatServer: ChatServer,
  ) {}

  /** @throws ChatServerAway if the criteria need to know who is online */
  async find(
    { online, names, isAdministrator, ...criteria }: UserCriteria,
    details: UserDetails,
  ): Promise<OrderedList<FoundUser>> {
    const present = online === null ? null : await this.present();
    const list = await this.users.select({
      ...criteria,
      among: this.among(isAdministrator ? this.administratorsOf(names) : names, online, present),
    });
    return {
      whole: (order) => this.whole(list, order, details),
      page: async (request) => {
        const known = details.online ? (present ?? (await ifReached(this.present()))) : null;
        return this.page(list, request, known, details);
      },
      total: () => list.total(),
    };
  }

  /** One of them. @throws UserNotFound */
  async get(name: string, details: UserDetails): Promise<FoundUser> {
    const user = username(name);
    if (user === null) throw new UserNotFound(name);
    const among = { usernames: [user], isMember: true };
    const list = await this.users.select({ ...EVERYBODY, among });
    const present = details.online ? await ifReached(this.present(user)) : null;
    const [found] = (await this.page(list, ONE, present, details)).items;
    if (found === undefined) throw new UserNotFound(name);
    return found;
  }

  private async *whole(list: OrderedList<UserEntry>, order: Order, details: UserDetails) {
    for await (const batch of list.whole(order)) yield await this.shown(batch, null, details);
  }

  private async page(
    list: OrderedList<UserEntry>,
    request: PageRequest,
    present: ReadonlySet<string> | null,
    details: UserDetails,
  ): Promise<Page<FoundUser>> {
    const { items, next } = await list.page(request);
    return { items: await this.shown(items, present, details), next };
  }

  private async shown(
    entries: readonly UserEntry[],
    present: ReadonlySet<string> | null,
    { photo }: UserDetails,
  ): Promise<readonly FoundUser[]> {
    const usernames = entries.map(({ username }) => username);
    const photos = photo && (await this.pictures.of(usernames, photo));
    const names = new Set<string>(this.administrators());
    return entries.map((entry) => ({
      ...entry,
      online: present?.has(entry.username) ?? null,
      administrator: names.has(entry.username),
      photo: photos?.get(entry.username) ?? null,
    }));
  }

  private administrators(): readonly Localpart[] {
    return administrators(this.properties.read(systemProperty.administrators), this.domain);
  }

  /** @param names nobody else is wanted; `null`: all are */
  private administratorsOf(names: readonly string[] | null): readonly string[] {
    const all = this.administrators();
    if (names === null) return all;
    const wanted = new Set(names.map((name) => userNamed(name, this.domain)));
    return all.filter((name) => wanted.has(name));
  }

  /** @param present who is online, known where `online` matters */
  private among(
    names: readonly string[] | null,
    online: boolean | null,
    present: ReadonlySet<string> | null,
  ): UserSelection['among'] {
    if (names === null) return present && { usernames: [...present], isMember: online === true };
    const usernames = names.flatMap((name) => userNamed(name, this.domain) ?? []);
    const isWanted = (name: string) => present === null || present.has(name) === online;
    return { usernames: usernames.filter(isWanted), isMember: true };
  }

  /** @param user of whom alone it has to be known */
  private async present(user: Localpart | null = null): Promise<ReadonlySet<string>> {
    const sessions = await this.chatServer.sessions(user);
    return new Set(sessions.flatMap(({ username }) => username ?? []));
  }
}
