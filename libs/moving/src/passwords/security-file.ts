import { childOf, elementsOf, parseElement, textOf } from '../xml.js';
import type { Element } from '../xml.js';
import type { SecuritySettings } from './openfire-keys.js';

/** Reads `conf/security.xml`. @returns `null` if it is not well formed. Moving in: 3.3, 3.4 */
export function readSecurityFile(text: string): SecuritySettings | null {
  const root = parseElement(text.replace(/^\u{feff}/u, '').trim());
  if (root === null) return null;
  const encrypt = childOf(root, 'encrypt');
  const at = (...path: string[]): string | null => {
    const found = path.reduce<Element | undefined>(
      (parent, name) => parent && childOf(parent, name),
      encrypt,
    );
    return found === undefined ? null : textOf(found).trim() || null;
  };
  const listed = encrypt && childOf(encrypt, 'property');
  const salt = at('blowfish', 'salt');
  const isPbkdf2 = at('blowfish', 'kdf')?.toLowerCase() === 'pbkdf2' && salt !== null;
  return {
    algorithm: at('algorithm')?.toLowerCase() === 'aes' ? 'aes' : 'blowfish',
    currentKey: at('key', 'current'),
    derivation: isPbkdf2 ? { kdf: 'pbkdf2', salt: Buffer.from(salt, 'base64') } : { kdf: 'sha1' },
    encrypted: new Set(
      (listed ? elementsOf(listed) : [])
        .filter(({ name }) => name === 'name')
        .map((one) => textOf(one).trim()),
    ),
  };
}
