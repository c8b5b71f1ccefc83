import type { GroupRepository } from '../../groups/group-repository.js';
import type { BareJid, Localpart } from '../../shared/jid.js';
import type { Use } from '../../shared/stringprep.js';
import type { ServiceDomain } from '../../shared/service-domain.js';
import type { DefaultOwners } from '../../system/default-owners.js';
import { NOBODY } from '../affiliations/affiliations.js';
import type { ServiceName } from '../services/chat-service.js';
import type { ServiceNames } from '../services/service-names.js';
import type { GroupJids } from '../affiliations/group-jids.js';
import { parseRoom } from './room-draft.js';
import type { ParsedRoom, RoomDraft } from './room-draft.js';
import { parsePatch } from './room-patch.js';
import type { ParsedPatch, RoomPatch } from './room-patch.js';
import type { ValidatedRoom } from './validated-room.js';

type DefaultOwner = () => Promise<BareJid>;

/** Turns room documents into validated rooms. Contract: muc-and-legacy 5.1 */
export class RoomValidation {
  constructor(
    private readonly groups: GroupRepository,
    private readonly domain: ServiceDomain,
    private readonly jids: GroupJids,
    private readonly owners: Pick<DefaultOwners, 'of'>,
    private readonly names: ServiceNames,
  ) {}

  /** @throws InvalidArgument */
  service(text: string, use: Use): Promise<ServiceName> {
    return this.names.require(text, use);
  }

  /** For a room that may exist. @throws InvalidArgument */
  parse(name: Localpart, draft: RoomDraft, defaultOwner: DefaultOwner): Promise<ParsedRoom> {
    return parseRoom(name, draft, this.domain, this.jids, defaultOwner);
  }

  parsePatch(patch: RoomPatch, defaultOwner: DefaultOwner): Promise<ParsedPatch> {
    return parsePatch(patch, this.domain, this.jids, defaultOwner);
  }

  /**
   * Who owns the rooms of one request that name nobody, looked up once.
   * @param signer the account that signs it
   */
  defaultOwner(signer: Localpart | null): DefaultOwner {
    let owner: Promise<BareJid> | undefined;
    return () => (owner ??= this.owners.of(signer));
  }

  /** For a new room. @throws InvalidArgument, NotAJid */
  async validate(
    name: Localpart,
    draft: RoomDraft,
    defaultOwner: DefaultOwner,
  ): Promise<ValidatedRoom> {
    return (await this.parse(name, draft, defaultOwner)).validate(NOBODY);
  }

  groupJid(name: string): string {
    return this.jids.jidOf(name);
  }

  /** Which of these groups exist, kept from removal until the transaction ends. */
  async lockGroups(names: readonly string[]): Promise<ReadonlySet<string>> {
    return names.length === 0 ? new Set() : this.groups.lockExisting(names);
  }
}
