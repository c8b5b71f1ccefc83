import type { Localpart } from '../shared/jid.js';

export interface KnownPicture {
  readonly username: Localpart;
  /** SHA-1 in hex; `null`: nobody has looked at the vCard yet, which may have no picture */
  readonly hash: string | null;
}

/** vCards (XEP-0054) as the XML text of their root element. */
export abstract class VcardRepository {
  abstract find(username: Localpart): Promise<string | null>;
  /** What is known of the pictures of these users; who has none is left out. */
  abstract pictures(usernames: readonly Localpart[]): Promise<readonly KnownPicture[]>;
  /** @returns whether the stored text changed */
  abstract put(username: Localpart, xml: string): Promise<boolean>;
  /** @returns whether it existed */
  abstract remove(username: Localpart): Promise<boolean>;
}
