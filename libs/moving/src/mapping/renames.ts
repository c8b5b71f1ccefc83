import { roomName } from '@chat-admin/domain/muc/rooms/room';
import { domainpart, localpart, parseJid } from '@chat-admin/domain/shared/jid';
import type { Domainpart, Jid } from '@chat-admin/domain/shared/jid';
import { accountName } from './account-name.js';
import { GivenNames } from './given-names.js';

/** Another name for something of the source. */
export interface Rename {
  /** a user name; or an address: of a user, of a room below its service with or without the domain, of a contact */
  readonly old: string;
  /** a name, or the same address with it; of a contact of another domain any address */
  readonly given: string;
  /** where it stands, for people; null: the import that is under way knows it, and what had the name may have gone since */
  readonly line: string | null;
}

/** Where a rename belongs. */
type Place =
  | { readonly kind: 'account'; readonly name: string }
  | { readonly kind: 'room'; readonly name: string; readonly service: string }
  | { readonly kind: 'contact'; readonly name: string; readonly domain: Domainpart };

/** Names that somebody has given, by what they are of. */
export class Renames {
  readonly accounts = new GivenNames(accountName);
  /** @see fault */
  readonly faults: string[] = [];
  private readonly rooms = new Map<string, GivenNames>();
  private readonly contacts = new Map<Domainpart, GivenNames<Jid>>();
  private readonly places: { rename: Rename; place: Place; here: string }[] = [];

  /**
   * @param domain of the source
   * @param services subdomains of the source
   */
  constructor(
    list: readonly Rename[],
    private readonly domain: Domainpart,
    private readonly services: readonly string[],
  ) {
    const taken = new Set<string>();
    for (const rename of list) {
      const place = this.placeOf(rename.old);
      const { name: _, ...beside } = place;
      const here = this.add(rename, place);
      if (here === null) continue;
      this.places.push({ rename, place, here });
      const [old, given] = [JSON.stringify(place), JSON.stringify([beside, here])];
      if (taken.has(old)) this.fault(rename, 'it has another name by an earlier line');
      if (taken.has(given)) this.fault(rename, `something else is ${here} by an earlier line`);
      taken.add(old).add(given);
    }
  }

  get isEmpty(): boolean {
    return this.places.length === 0;
  }

  /** Of the rooms of a service. */
  roomsOf(service: string): GivenNames {
    let names = this.rooms.get(service);
    if (names === undefined) {
      names = new GivenNames((name) => roomName(name, 'stored'));
      this.rooms.set(service, names);
    }
    return names;
  }

  /** Of an address of the source, by its parts as they are written; `undefined`: it keeps its name. */
  ofAddress(local: string, written: string): string | Jid | undefined {
    const domain = domainpart(written);
    if (domain === null) return undefined;
    if (domain === this.domain) return this.accounts.of(local);
    const service = this.services.find((one) => domainpart(`${one}.${this.domain}`) === domain);
    return service === undefined
      ? this.contacts.get(domain)?.of(local)
      : this.roomsOf(service).of(local);
  }

  /** What it gives is another's name in the source. */
  refuseTaken(accounts: ReadonlyMap<string, string>, rooms: RoomsTaken): void {
    for (const { rename, place, here } of this.places) {
      if (place.kind === 'contact') continue;
      const taken = (place.kind === 'account' ? accounts : rooms(place.service)).get(here);
      if (taken === undefined) continue;
      this.fault(rename, `the ${place.kind} ${taken} of the source has the name ${here}`);
    }
  }

  /** Those of which nothing was met yet. */
  get unmet(): readonly Rename[] {
    return this.places
      .filter(({ rename, place }) => rename.line !== null && !this.namesAt(place).isMet(place.name))
      .map(({ rename }) => rename);
  }

  /** What was told to an import before is not refused any more. */
  fault({ line }: Rename, why: string): void {
    if (line !== null) this.faults.push(`${line}: ${why}`);
  }

  private placeOf(old: string): Place {
    const at = old.lastIndexOf('@');
    const [name, written] = [old.slice(0, at), old.slice(at + 1)];
    const domain = at < 1 ? null : domainpart(written);
    if (domain === null) return { kind: 'account', name: old };
    if (domain === this.domain) return { kind: 'account', name };
    const service = this.services.find((one) =>
      [one, `${one}.${this.domain}`].some((text) => domainpart(text) === domain),
    );
    return service === undefined
      ? { kind: 'contact', name, domain }
      : { kind: 'room', name, service };
  }

  private namesAt(place: Place): Pick<GivenNames, 'isMet'> {
    if (place.kind === 'account') return this.accounts;
    return place.kind === 'room' ? this.roomsOf(place.service) : this.contacts.get(place.domain)!;
  }

  /** @returns the name here; null: none can have it */
  private add(rename: Rename, place: Place): string | null {
    const given = withoutDomainOf(rename);
    if (place.kind === 'contact') {
      const jid = parseJid(given.includes('@') ? given : `${given}@${place.domain}`);
      if (jid === null || jid.local === null || jid.resource !== null) {
        this.fault(rename, `${given} is no address`);
        return null;
      }
      let names = this.contacts.get(place.domain);
      if (names === undefined) this.contacts.set(place.domain, (names = new GivenNames(localpart)));
      names.add(place.name, jid);
      const prepared = localpart(place.name);
      if (prepared !== null) names.refer(prepared, place.name);
      return `${jid.local}@${jid.domain}`;
    }
    const isRoom = place.kind === 'room';
    const name = isRoom ? roomName(given, 'stored') : accountName(given);
    if (name === null) {
      this.fault(rename, `no ${place.kind} can have the name ${given}`);
      return null;
    }
    (isRoom ? this.roomsOf(place.service) : this.accounts).add(place.name, name);
    return name;
  }
}

/** By name here, the rooms of a service that have it. */
type RoomsTaken = (service: string) => ReadonlyMap<string, string>;

/** The same address may be named in full. */
function withoutDomainOf({ old, given }: Rename): string {
  const at = old.lastIndexOf('@');
  const domain = at < 0 ? '' : old.slice(at).toLowerCase();
  const isSame = domain !== '' && given.toLowerCase().endsWith(domain);
  return isSame ? given.slice(0, -domain.length) : given;
}
