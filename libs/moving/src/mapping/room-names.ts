import { roomName } from '@chat-admin/domain/muc/rooms/room';
import { serviceName } from '@chat-admin/domain/muc/services/chat-service';
import type { ServiceDomain } from '@chat-admin/domain/shared/service-domain';
import { millisecondsOf } from './values.js';
import type { GivenNames } from './given-names.js';
import { MovedNames } from './names.js';

/** Names of rooms in the services, which are few. Rooms that lose their name get another one. Moving in: 5.2 */
export class RoomNames {
  private readonly byService = new Map<string, MovedNames>();
  private readonly taken = new Map<string, Set<string>>();
  /** by service, those in which everybody sees who speaks */
  private readonly open = new Map<string, Set<string>>();
  private readonly services = new Map<string, string | null>();

  constructor(
    private readonly domain: ServiceDomain,
    private readonly given: (service: string) => GivenNames | undefined = () => undefined,
  ) {}

  /** The name of a service here; `null`: none can have it. */
  service(subdomain: string): string | null {
    let name = this.services.get(subdomain);
    if (name === undefined) {
      name = serviceName(subdomain, this.domain, 'stored');
      this.services.set(subdomain, name);
    }
    return name;
  }

  see(service: string, name: string, modificationDate: string | null, isOpen: boolean): void {
    this.namesOf(service).see({ name, modified: millisecondsOf(modificationDate) });
    if (!isOpen) return;
    const open = this.open.get(service);
    if (open === undefined) this.open.set(service, new Set([name]));
    else open.add(name);
  }

  get needsSecondPass(): boolean {
    return [...this.byService.values()].some((names) => names.needsSecondPass);
  }

  meet(service: string, name: string, modificationDate: string | null): void {
    const names = this.namesOf(service);
    names.meet({ name, modified: millisecondsOf(modificationDate) });
    const prepared = roomName(name, 'stored');
    if (prepared === null) return;
    for (const contended of names.prepared) {
      if (prepared === contended || prepared.startsWith(`${contended}-`)) {
        this.takenIn(service).add(prepared);
      }
    }
  }

  decide(): void {
    for (const [service, names] of this.byService) {
      const taken = this.takenIn(service);
      for (const name of this.given(service)?.values ?? []) taken.add(name);
      names.decide((prepared) => {
        let number = 2;
        while (taken.has(`${prepared}-${number}`)) number += 1;
        taken.add(`${prepared}-${number}`);
        return `${prepared}-${number}`;
      });
    }
  }

  /** The name here; `null`: no room can have it. */
  of(service: string, name: string): string | null {
    return this.namesOf(service).of(name);
  }

  /** Whether it lost its name to another. */
  isRenamed(service: string, name: string): boolean {
    return this.of(service, name) !== roomName(name, 'stored');
  }

  /** Whether somebody has given it another name. */
  isGiven(service: string, name: string): boolean {
    return this.namesOf(service).isGiven(name);
  }

  /** By given name, which rooms of the source have it. */
  takersIn(service: string): ReadonlyMap<string, string> {
    return this.namesOf(service).takers;
  }

  /** By the name that the source has. */
  isOpen(service: string, name: string): boolean {
    return this.open.get(service)?.has(name) ?? false;
  }

  private namesOf(service: string): MovedNames {
    let names = this.byService.get(service);
    if (names === undefined) {
      names = new MovedNames((name) => roomName(name, 'stored'), this.given(service));
      this.byService.set(service, names);
    }
    return names;
  }

  private takenIn(service: string): Set<string> {
    let taken = this.taken.get(service);
    if (taken === undefined) this.taken.set(service, (taken = new Set()));
    return taken;
  }
}
