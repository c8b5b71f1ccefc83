import type { ServiceDomain } from '../../shared/service-domain.js';

const ALPHABET = '0123456789abcdefghijklmnopqrstuv';
const GROUP_JID = /^([0-9a-v]+)(=*)@([^@/]+)\/([0-9a-f]{32})$/i;

/** MD5 of the UTF-8 text, as lower-case hexadecimal digits. */
export abstract class TextDigest {
  abstract md5(text: string): string;
}

/** The JIDs by which affiliation lists refer to groups. Contract: muc-and-legacy 1.4 */
export class GroupJids {
  constructor(
    private readonly domain: ServiceDomain,
    private readonly digest: TextDigest,
  ) {}

  jidOf(group: string): string {
    return `${base32hex(group)}@${this.domain.name}/${this.digest.md5(group)}`;
  }

  /** The group name, whether or not the group exists; `null` if `text` is not a group JID. */
  groupOf(text: string): string | null {
    const [, encoded, , host, digest] = GROUP_JID.exec(text) ?? [];
    if (encoded === undefined || host!.toLowerCase() !== this.domain.name) return null;
    const name = fromBase32hex(encoded.toLowerCase());
    return name !== null && this.digest.md5(name) === digest ? name : null;
  }
}

function base32hex(text: string): string {
  let encoded = '';
  let bits = 0;
  let held = 0;
  for (const byte of new TextEncoder().encode(text)) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) encoded += ALPHABET[(held >> (bits - 5)) & 31];
    held &= (1 << bits) - 1;
  }
  if (bits > 0) encoded += ALPHABET[(held << (5 - bits)) & 31];
  return encoded.padEnd(Math.ceil(encoded.length / 8) * 8, '=');
}

/**
 * `null` unless the bytes are UTF-8. Padding bits are not checked, because the digest covers the
 * text.
 */
function fromBase32hex(encoded: string): string | null {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const character of encoded) {
    held = (held << 5) | ALPHABET.indexOf(character);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 255);
    held &= (1 << bits) - 1;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.from(bytes),
    );
  } catch {
    return null;
  }
}
