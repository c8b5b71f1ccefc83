import type { Changes } from '../../shared/audit-facts.js';
import { InvalidArgument } from '../../shared/domain-error.js';
import { mapInPieces } from '../../shared/pieces.js';
import { additionRequest, listRequest, removalRequest } from './affiliation-requests.js';
import type { AffiliationRequest, RequestedList } from './affiliation-requests.js';
import type { AffiliationChanges } from './affiliation-changes.js';
import { affiliationList } from './affiliation-list.js';
import { affiliate, NOBODY, replaceHolders } from './affiliations.js';
import type { Affiliation, Affiliations } from './affiliations.js';
import type { EntryResolver } from './entry-resolver.js';
import type { AffiliationInvitations } from '../invitations/affiliation-invitations.js';
import type { Reference } from './references.js';
import type { RoomAnnouncer } from '../rooms/room-announcer.js';
import { shownRoomName } from '../rooms/room-directory.js';
import type { RoomDirectory, RoomPath } from '../rooms/room-directory.js';

/** One affiliation list of a room. */
export interface ListPath extends RoomPath {
  readonly affiliation: Affiliation;
}

/**
 * The affiliations of a room. All methods throw ServiceNotFound and RoomNotFound; changes also
 * throw InvalidArgument and RoomForbids, and say what they have changed. Contract: muc-and-legacy 9.1
 */
export class AffiliationManagement {
  constructor(
    private readonly directory: RoomDirectory,
    private readonly resolver: EntryResolver,
    private readonly changes: AffiliationChanges,
    private readonly announcer: RoomAnnouncer,
    private readonly invitations: AffiliationInvitations,
  ) {}

  /** Bare JIDs and group JIDs, ascending. */
  async list({ affiliation, ...path }: ListPath): Promise<readonly string[]> {
    const room = await this.directory.find(path);
    return affiliationList(room, affiliation, (name) => this.resolver.groupJid(name));
  }

  /** Makes the named entities the only ones with the affiliation. */
  replace(path: ListPath, texts: readonly string[] | null, invite: boolean): Promise<Changes> {
    return this.changeList(path, texts, invite, replaceHolders);
  }

  addAll(path: ListPath, texts: readonly string[] | null, invite: boolean): Promise<Changes> {
    return this.changeList(path, texts, invite, affiliate);
  }

  /** @throws GroupNotFound if a group JID names no existing group */
  add(path: ListPath, name: string, invite: boolean): Promise<Changes> {
    return this.addOne(path, name, this.resolver.reference(name, 'stored'), invite);
  }

  /** @param name the exact group name, or a group JID. @throws GroupNotFound */
  addGroup(path: ListPath, name: string, invite: boolean): Promise<Changes> {
    return this.addOne(path, name, this.group(name), invite);
  }

  /** @throws GroupNotFound if a group JID names no existing group */
  remove(path: ListPath, name: string): Promise<Changes> {
    return this.removeOne(path, name, this.resolver.reference(name, 'query'));
  }

  /** @param name the exact group name, or a group JID. @throws GroupNotFound */
  removeGroup(path: ListPath, name: string): Promise<Changes> {
    return this.removeOne(path, name, this.group(name));
  }

  private group(name: string): Reference {
    return { kind: 'group-jid', group: this.resolver.groupName(name) };
  }

  private requested({ room, affiliation }: ListPath): RequestedList {
    const groupJid = (name: string) => this.resolver.groupJid(name);
    return { room: shownRoomName(room), affiliation, groupJid };
  }

  private async changeList(
    path: ListPath,
    texts: readonly string[] | null,
    invite: boolean,
    change: typeof affiliate,
  ): Promise<Changes> {
    const list = this.requested(path);
    if (texts === null) {
      throw new InvalidArgument('affiliation-list-missing', {
        affiliation: list.affiliation,
        resource: list.room,
        detail: 'the body is empty',
      });
    }
    const references = await mapInPieces(texts, (text) => this.resolver.reference(text, 'stored'));
    return this.change(path, listRequest(list, texts, references, change), invite);
  }

  private addOne(path: ListPath, name: string, reference: Reference, invite: boolean) {
    return this.change(path, additionRequest(this.requested(path), name, reference), invite);
  }

  private removeOne(path: ListPath, name: string, reference: Reference): Promise<Changes> {
    return this.change(path, removalRequest(this.requested(path), name, reference), false);
  }

  private async change(
    path: ListPath,
    request: AffiliationRequest,
    invite: boolean,
  ): Promise<Changes> {
    // who is invited depends on everybody
    const extent = invite ? 'all' : request.extent;
    const stored = await this.changes.store(path, { ...request, extent });
    if (stored === null) return {};
    const address = (await this.directory.address(path))!;
    await this.announcer.changed(address, stored.version);
    if (!invite) return stored.changes;
    const { options, after } = stored;
    const given = only(stored.change.set, path.affiliation);
    const affiliations = { given, before: NOBODY, after };
    await this.invitations.send([{ address, password: options.password, affiliations }]);
    return stored.changes;
  }
}

function only({ people, groups }: Affiliations, affiliation: Affiliation): Affiliations {
  const matching = <K>(held: ReadonlyMap<K, Affiliation>) =>
    new Map([...held].filter(([, one]) => one === affiliation));
  return { people: matching(people), groups: matching(groups) };
}
