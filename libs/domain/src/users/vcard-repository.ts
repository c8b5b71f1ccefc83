import type { Localpart } from '../shared/jid.js';

export interface KnownPicture {
  readonly username: Localpart;
  /** SHA-1 in hex; `null`: it is not known whether the vCard has a picture that is served */
  readonly hash: string | null;
}

/** vCards (XEP-0054) as the XML text of their root element. */
export abstract class VcardRepository {
  abstract find(username: Localpart): Promise<string | null>;
  /** What is known of the pictures of these users; who has none that is served is left out. */
  abstract pictures(usernames: readonly Localpart[]): Promise<readonly KnownPicture[]>;
  /** @returns whether the stored text changed */
  abstract put(username: Localpart, xml: string): Promise<boolean>;
  /** @returns whether it existed */
  abstract remove(username: Localpart): Promise<boolean>;
}
