import type { BareJid, Localpart } from '../shared/jid.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import type { RosterRepository } from './roster-repository.js';
import { mirrored } from './roster.js';
import type { RosterItem } from './roster.js';

/**
 * What local contacts have of a user in their own lists, for changes of both sides. Those who do not exist, and those
 * whom a shared group relates to the user, are left alone. Contract: core 5.1 "Both sides"
 */
export class Counterparts {
  constructor(
    private readonly rosters: RosterRepository,
    private readonly domain: ServiceDomain,
  ) {}

  /** Which of these JIDs are those of other users of the domain, who may exist. */
  among(owner: Localpart, jids: readonly BareJid[]): readonly Localpart[] {
    const names = jids.map((jid) => this.domain.usernameOf(jid));
    return names.filter((name): name is Localpart => name !== null && name !== owner);
  }

  /** Gives them the subscriptions of these items as they see them. @returns whose lists have changed */
  async follow(
    owner: Localpart,
    items: readonly Pick<RosterItem, 'jid' | 'subscription'>[],
  ): Promise<readonly Localpart[]> {
    const wanted = new Map(items.map(({ jid, subscription }) => [jid, mirrored(subscription)]));
    const found = await this.found(owner, [...wanted.keys()]);
    const changed = found.flatMap(({ stored, ...item }) => {
      const subscription = wanted.get(this.domain.jidOf(item.owner))!;
      return stored && item.subscription === subscription ? [] : [{ ...item, subscription }];
    });
    if (changed.length > 0) await this.rosters.putMany(changed);
    return changed.map((item) => item.owner);
  }

  /** Takes the user out of the list of a contact. @returns whose list has changed */
  async leave(owner: Localpart, jid: BareJid): Promise<readonly Localpart[]> {
    const there = (await this.found(owner, [jid])).filter(({ stored }) => stored);
    for (const { owner: contact, jid: own } of there) await this.rosters.remove(contact, own);
    return there.map((item) => item.owner);
  }

  private async found(owner: Localpart, jids: readonly BareJid[]) {
    const contacts = this.among(owner, jids);
    return contacts.length === 0 ? [] : this.rosters.counterparts(owner, contacts);
  }
}
