import { username } from '@chat-admin/domain/users/user';
import { JID_ESCAPES } from '@chat-admin/domain/shared/jid-escapes';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import type { Use } from '@chat-admin/domain/shared/stringprep';

/**
 * The user that a parameter names: trimmed, escaped by XEP-0106 and prepared, hence lower-cased; `null` when
 * it cannot be one. Contract: muc-and-legacy 11.4, check 7
 */
export function legacyUsername(text: string, use: Use): Localpart | null {
  const escaped = text
    .trim()
    .replaceAll(/\\(?=20|22|26|27|2f|3a|3c|3e|40|5c)/gi, '\\5c')
    .replaceAll(/[ "&'/:<>@]/g, (character) => JID_ESCAPES[character]!);
  return username(escaped, use);
}
