import type { ChatServer } from '../../chat-server/chat-server.js';
import { GroupNotFound } from '../../groups/errors.js';
import { namesOf } from '../../shared/audit-facts.js';
import { mapInPieces } from '../../shared/pieces.js';
import type { Transactions } from '../../shared/transactions.js';
import type { EntryResolver } from '../affiliations/entry-resolver.js';
import { NoSuchGroup, NotAJid } from '../errors.js';
import { entryOf } from '../affiliations/references.js';
import type { Existing, Reference } from '../affiliations/references.js';
import { refOf, shownRoomName } from '../rooms/room-directory.js';
import type { RoomDirectory, RoomPath } from '../rooms/room-directory.js';
import type { RoomRepository } from '../rooms/room-repository.js';
import type { Room } from '../rooms/room.js';

/** An invitation as received from a client. */
export interface InvitationDraft {
  readonly reason?: string | undefined;
  readonly jidsToInvite?: readonly string[] | undefined;
}

/** Contract: muc-and-legacy 9.2 */
export class InvitationManagement {
  constructor(
    private readonly directory: RoomDirectory,
    private readonly rooms: RoomRepository,
    private readonly resolver: EntryResolver,
    private readonly chatServer: ChatServer,
    private readonly transactions: Transactions,
  ) {}

  /** @throws NotAJid, ServiceNotFound, RoomNotFound, GroupNotFound, ChatServerAway */
  invite(path: RoomPath, name: string, draft: InvitationDraft | null): Promise<void> {
    return this.send(path, [name], draft, (group) => new GroupNotFound(group));
  }

  /** @throws NotAJid, ServiceNotFound, RoomNotFound, NoSuchGroup, ChatServerAway */
  inviteAll(path: RoomPath, draft: InvitationDraft | null): Promise<void> {
    const room = shownRoomName(path.room);
    // empty entries are skipped, blanks alone are refused: extensions E10, I-17
    const named = (draft?.jidsToInvite ?? []).filter((name) => name !== '');
    const names = named.map((name) => name.trim());
    return this.send(path, names, draft, (group) => new NoSuchGroup(group, room));
  }

  private async send(
    path: RoomPath,
    names: readonly string[],
    draft: InvitationDraft | null,
    missing: (group: string) => Error,
  ): Promise<void> {
    const { people, room } = await this.look(path, names, missing);
    this.transactions.note({ about: namesOf(people, (jid) => jid.split('/', 1)[0]!) });
    if (people.length === 0) return;
    const address = (await this.directory.address(path))!;
    const reason = draft?.reason || null;
    const { password } = room;
    const invitations = people.map((to) => ({ to, reason, password }));
    await this.transactions.afterCommit(() => this.chatServer.invite(refOf(address), invitations));
  }

  private async look(
    path: RoomPath,
    names: readonly string[],
    missing: (group: string) => Error,
  ): Promise<{ people: readonly string[]; room: Room }> {
    const references = await mapInPieces(names, (name) => this.resolver.reference(name, 'stored'));
    const existing = await this.resolver.existing(references);
    const addressees = references.map((reference, index) => {
      const addressee = addresseeOf(reference, existing);
      if (addressee === null) throw new NotAJid(names[index]!, shownRoomName(path.room));
      return addressee;
    });
    const room = await this.directory.find(path);
    const groups = addressees.flatMap((one) => (one.kind === 'group' ? [one.name] : []));
    const gone = groups.find((name) => !existing.groups.has(name));
    if (gone !== undefined) throw missing(gone);
    const peopleOf = groups.length === 0 ? new Map() : await this.rooms.peopleOf(groups);
    const people = addressees.flatMap((one): readonly string[] =>
      one.kind === 'group' ? (peopleOf.get(one.name) ?? []) : [one.jid],
    );
    return { people: [...new Set(people)], room };
  }
}

type Addressee =
  | { readonly kind: 'person'; readonly jid: string }
  | { readonly kind: 'group'; readonly name: string };

/** As for affiliations, except that the resource of a JID is kept. */
function addresseeOf(reference: Reference, existing: Existing): Addressee | null {
  return reference.kind === 'jid'
    ? { kind: 'person', jid: reference.full }
    : entryOf(reference, existing);
}
