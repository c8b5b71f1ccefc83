import type { ChatServer } from '../../chat-server/chat-server.js';
import { ifReached } from '../../chat-server/if-reached.js';
import { memberFault } from '../../shared/jid-faults.js';
import { invalidParameter } from '../../shared/paging.js';
import type { OrderedList } from '../../shared/paging.js';
import type { ServiceDomain } from '../../shared/service-domain.js';
import { userNamed } from '../../users/local-user.js';
import type { EntryResolver } from '../affiliations/entry-resolver.js';
import { entryOf } from '../affiliations/references.js';
import type { Reference } from '../affiliations/references.js';
import type { ServiceName } from '../services/chat-service.js';
import type { RoomDirectory } from './room-directory.js';
import type {
  Affiliate,
  FoundRoom,
  FoundRoomDetails,
  RoomEntry,
  RoomList,
  RoomSelection,
} from './room-list.js';

export interface RoomCriteria extends Omit<RoomSelection, 'affiliated' | 'banned' | 'among'> {
  /** a reference to a person or group */
  readonly affiliated: string | null;
  /** the same */
  readonly banned: string | null;
  /** a user name or JID of the domain: who is in the rooms now */
  readonly occupant: string | null;
}

/** Rooms by page, in any order. Contract: extensions E1.2 */
export class RoomSearch {
  constructor(
    private readonly directory: RoomDirectory,
    private readonly rooms: RoomList,
    private readonly resolver: EntryResolver,
    private readonly chatServer: ChatServer,
    private readonly domain: ServiceDomain,
  ) {}

  /** @throws InvalidArgument for an unreadable reference, ServiceNotFound, ChatServerAway */
  async find(
    service: string,
    { affiliated, banned, occupant, ...criteria }: RoomCriteria,
    { occupantCount, ...details }: FoundRoomDetails,
  ): Promise<OrderedList<FoundRoom>> {
    const references = {
      affiliated: this.reference('affiliated', affiliated),
      banned: this.reference('banned', banned),
    };
    const name = await this.directory.requireService(service);
    const selection = {
      ...criteria,
      affiliated: await this.affiliate(references.affiliated),
      banned: await this.affiliate(references.banned),
      among: occupant === null ? null : await this.roomsOf(occupant, name),
    };
    const list = await this.rooms.select(name, selection, details);
    if (!occupantCount) return list;
    return {
      whole: (order) => list.whole(order),
      page: async (request) => {
        const { items, next } = await list.page(request);
        return { items: await this.counted(name, items), next };
      },
      total: () => list.total(),
    };
  }

  /** The chat server is asked once, whatever the number of rooms. */
  private async roomsOf(occupant: string, service: ServiceName): Promise<readonly string[]> {
    const user = userNamed(occupant, this.domain);
    return user === null ? [] : this.chatServer.roomsOf(user, service);
  }

  private async counted(service: ServiceName, rooms: readonly RoomEntry[]) {
    const names = rooms.map(({ roomName }) => roomName);
    const counts = await ifReached(this.chatServer.occupantCounts(service, names));
    return rooms.map((room, i): FoundRoom => ({ ...room, occupantCount: counts?.[i] ?? null }));
  }

  /** Of empty text: to nobody. */
  private reference(parameter: string, text: string | null): Reference | null {
    if (text === null) return null;
    if (text === '') return { kind: 'group-name', text };
    const reference = this.resolver.reference(text, 'query');
    if (reference.kind === 'illegal') throw invalidParameter(parameter, text, memberFault(text));
    return reference;
  }

  private async affiliate(reference: Reference | null): Promise<Affiliate | null> {
    if (reference === null) return null;
    const entry = entryOf(reference, await this.resolver.existing([reference]));
    return entry ?? { kind: 'nobody' };
  }
}
