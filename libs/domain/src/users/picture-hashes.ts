import type { Localpart } from '../shared/jid.js';
import type { VcardRepository } from './vcard-repository.js';

/** Finds the hash of the picture in a vCard, SHA-1 in hex; `null` if it has none. */
export type HashPicture = (vcard: string) => Promise<string | null>;

/** What tells one picture of a person from another. Contract: extensions E12, X-6 */
export class PictureHashes {
  constructor(private readonly vcards: VcardRepository) {}

  /**
   * By user name, without those who have no picture. The chat server notes what it knows; of the
   * others the vCards are read, one after the other, since they may be large.
   */
  async of(
    usernames: readonly Localpart[],
    hashPicture: HashPicture,
  ): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (const { username, hash: known } of await this.vcards.pictures(usernames)) {
      const hash = known ?? (await this.look(username, hashPicture));
      if (hash !== null) found.set(username, hash);
    }
    return found;
  }

  private async look(username: Localpart, hashPicture: HashPicture): Promise<string | null> {
    const vcard = await this.vcards.find(username);
    return vcard === null ? null : hashPicture(vcard);
  }
}
