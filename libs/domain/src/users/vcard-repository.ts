import type { Localpart } from '../shared/jid.js';

/** vCards (XEP-0054) as the XML text of their root element. */
export abstract class VcardRepository {
  abstract find(username: Localpart): Promise<string | null>;
  /** @returns whether the stored text changed */
  abstract put(username: Localpart, xml: string): Promise<boolean>;
  /** @returns whether it existed */
  abstract remove(username: Localpart): Promise<boolean>;
}
