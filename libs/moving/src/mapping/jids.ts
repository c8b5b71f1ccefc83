import { hash } from 'node:crypto';
import { GroupJids, TextDigest } from '@chat-admin/domain/muc/affiliations/group-jids';
import { bareJid, domainpart, parseJid } from '@chat-admin/domain/shared/jid';
import type { BareJid, Domainpart, Jid } from '@chat-admin/domain/shared/jid';
import { ServiceDomain } from '@chat-admin/domain/shared/service-domain';
import type { Renames } from './renames.js';

export class Md5 extends TextDigest {
  md5(text: string): string {
    return hash('md5', text);
  }
}

/** JIDs of the source as they are here: the domain may change. Moving in: 5.3 */
export class MovedJids {
  readonly domain: ServiceDomain;
  /** group JIDs of the source, by its domain */
  private readonly groups: GroupJids;

  /**
   * @param from domain of the source, prepared
   * @param to domain of the target, prepared
   */
  constructor(
    private readonly from: Domainpart,
    to: Domainpart,
    private readonly renames: Pick<Renames, 'isEmpty' | 'ofAddress'> | null = null,
  ) {
    this.domain = new ServiceDomain(to);
    this.groups = new GroupJids(new ServiceDomain(from), new Md5());
  }

  get changesDomain(): boolean {
    return this.from !== this.domain.name;
  }

  /** Whether an address may be another one here. */
  get changes(): boolean {
    return this.changesDomain || !(this.renames?.isEmpty ?? true);
  }

  /** `null` for what is no JID. */
  parse(text: string): Jid | null {
    const renamed = this.renamed(text.trim());
    if (renamed !== undefined) return renamed;
    const jid = parseJid(text.trim());
    if (jid === null || !this.changesDomain) return jid;
    return { local: jid.local, domain: this.domainOf(jid.domain), resource: jid.resource };
  }

  /** A name that nothing here can have may hold what ends one: each `/` may begin the resource. */
  private renamed(text: string): Jid | null | undefined {
    if (this.renames?.isEmpty ?? true) return undefined;
    for (let end = text.indexOf('/'); ; end = text.indexOf('/', end + 1)) {
      const bare = end < 0 ? text : text.slice(0, end);
      const at = bare.lastIndexOf('@');
      const written = bare.slice(at + 1);
      const here = at < 1 ? undefined : this.renames?.ofAddress(bare.slice(0, at), written);
      if (here !== undefined) {
        const address =
          typeof here === 'string' ? `${here}@${this.hereOf(written)}` : fullJid(here);
        return parseJid(`${address}${text.slice(bare.length)}`);
      }
      if (end < 0) return undefined;
    }
  }

  private hereOf(written: string): Domainpart {
    return this.domainOf(domainpart(written)!);
  }

  bare(text: string): BareJid | null {
    const jid = this.parse(text);
    return jid && bareJid(jid.local, jid.domain);
  }

  full(text: string): string | null {
    const jid = this.parse(text);
    return jid && fullJid(jid);
  }

  /** A member or owner: a local part, or a JID if it has `@`. */
  member(text: string): BareJid | null {
    if (text.includes('@')) return this.bare(text);
    const renamed = this.renamed(`${text.trim()}@${this.from}`);
    return renamed
      ? bareJid(renamed.local, renamed.domain)
      : this.domain.parseMember(text.trim(), 'query');
  }

  /** Whether it is of the domain or a service below it. */
  isLocal(jid: Pick<Jid, 'domain'>): boolean {
    return jid.domain === this.domain.name || jid.domain.endsWith(`.${this.domain.name}`);
  }

  /** The group that an affiliation names; `null` if it is no group JID of the source. Moving in: 5.5 */
  groupOf(text: string): string | null {
    return this.groups.groupOf(text.trim());
  }

  domainOf(domain: Domainpart): Domainpart {
    if (!this.changesDomain) return domain;
    if (domain === this.from) return this.domain.name;
    if (!domain.endsWith(`.${this.from}`)) return domain;
    return domainpart(`${domain.slice(0, -this.from.length)}${this.domain.name}`) ?? domain;
  }
}

export const fullJid = ({ local, domain, resource }: Jid): string =>
  `${bareJid(local, domain)}${resource === null ? '' : `/${resource}`}`;
