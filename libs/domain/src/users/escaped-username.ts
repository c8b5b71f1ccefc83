import { JID_ESCAPES } from '../shared/jid-escapes.js';
import type { Localpart } from '../shared/jid.js';
import type { Use } from '../shared/stringprep.js';
import { username } from './user.js';

/**
 * The user that Openfire would call so: trimmed, escaped by XEP-0106 and prepared, hence lower-cased; `null` when it cannot
 * be one. Contract: muc-and-legacy 11.4, check 7; extensions E13.10
 */
export function escapedUsername(text: string, use: Use): Localpart | null {
  const escaped = text
    .trim()
    .replaceAll(/\\(?=20|22|26|27|2f|3a|3c|3e|40|5c)/gi, '\\5c')
    .replaceAll(/[ "&'/:<>@]/g, (character) => JID_ESCAPES[character]!);
  return username(escaped, use);
}
