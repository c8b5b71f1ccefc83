import { createDecipheriv } from 'node:crypto';
import { blowfishKey, decryptBlowfish } from './blowfish.js';
import type { KeyDerivation } from './blowfish.js';

/** What `conf/security.xml` says; without that file {@link DEFAULT_SECURITY}. Moving in: 3.4 */
export interface SecuritySettings {
  readonly algorithm: 'aes' | 'blowfish';
  /** `encrypt/key/current`, as written; null: there is no master key */
  readonly currentKey: string | null;
  readonly derivation: KeyDerivation;
  /** names of properties that are encrypted without saying so themselves */
  readonly encrypted: ReadonlySet<string>;
}

export const DEFAULT_SECURITY: SecuritySettings = {
  algorithm: 'blowfish',
  currentKey: null,
  derivation: { kdf: 'sha1' },
  encrypted: new Set(),
};

/** Known to everybody, since they stand in Openfire's code. */
const FIXED_KEY = Buffer.from('f2465d2ad1730b18cb8695a3b1e58927', 'hex');
const FIXED_IV = Buffer.from('cd91a7c5278b39e0fa72d02983659d74', 'hex');
const NO_MASTER_KEY = 'Blowfish-CBC';
const TAG_BYTES = 16;

/** Decrypts properties and passwords of one Openfire. Nothing throws; `null` is what cannot be decrypted. */
export class OpenfireKeys {
  private readonly masterKey: string | null;
  private readonly derivations: readonly KeyDerivation[];
  private readonly derived = new Map<string, readonly Uint8Array[]>();

  constructor(private readonly security: SecuritySettings) {
    this.masterKey = security.currentKey === null ? null : masterKeyOf(security.currentKey);
    this.derivations =
      security.derivation.kdf === 'sha1'
        ? [security.derivation]
        : [security.derivation, { kdf: 'sha1' }];
  }

  isEncrypted(name: string, encrypted: number | null): boolean {
    return encrypted === 1 || this.security.encrypted.has(name);
  }

  /** @param iv base64 of 16 bytes, or null */
  property(value: string, iv: string | null): string | null {
    if (this.security.algorithm === 'aes') return this.ofAes(value, iv);
    return this.texts(value, this.masterKey ?? NO_MASTER_KEY)[0] ?? null;
  }

  /** Candidates for an `encryptedPassword`, the configured derivation first. Wrong keys may pass. Moving in: 3.3 */
  passwords(encrypted: string, passwordKey: string): readonly string[] {
    return this.texts(encrypted, passwordKey);
  }

  private texts(hex: string, keyText: string): readonly string[] {
    const decrypted = this.keysOf(keyText).map((key) => decryptBlowfish(hex, key));
    return [...new Set(decrypted.filter((text) => text !== null))];
  }

  /** Derived once: PBKDF2 takes a tenth of a second. */
  private keysOf(text: string): readonly Uint8Array[] {
    let keys = this.derived.get(text);
    if (keys === undefined) {
      keys = this.derivations.map((derivation) => blowfishKey(text, derivation));
      this.derived.set(text, keys);
    }
    return keys;
  }

  private ofAes(value: string, iv: string | null): string | null {
    const bytes = Buffer.from(value, 'base64');
    const key = aesKey(this.masterKey ?? '');
    if (iv === null || iv === '') return ofCbc(bytes, key, FIXED_IV);
    const start = Buffer.from(iv, 'base64');
    if (start.length !== FIXED_IV.length) return null;
    return ofGcm(bytes, key, start) ?? ofCbc(bytes, key, start);
  }
}

/** The first bytes of the master key, missing ones from the fixed key. */
export function aesKey(masterKey: string): Uint8Array {
  const key = Buffer.from(FIXED_KEY);
  Buffer.from(masterKey, 'utf8').copy(key, 0, 0, key.length);
  return key;
}

/** `encrypt/key/current` in clear; `null` if it is none. */
export function masterKeyOf(currentKey: string): string | null {
  const bytes = Buffer.from(currentKey.replaceAll(/\s/g, ''), 'base64');
  return bytes.length === 0 ? null : ofCbc(bytes, FIXED_KEY, FIXED_IV);
}

function ofCbc(bytes: Uint8Array, key: Uint8Array, iv: Uint8Array): string | null {
  try {
    const cipher = createDecipheriv('aes-128-cbc', key, iv);
    return readUtf8(Buffer.concat([cipher.update(bytes), cipher.final()]));
  } catch {
    return null;
  }
}

function ofGcm(bytes: Uint8Array, key: Uint8Array, iv: Uint8Array): string | null {
  if (bytes.length < TAG_BYTES) return null;
  try {
    const cipher = createDecipheriv('aes-128-gcm', key, iv, { authTagLength: TAG_BYTES });
    cipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return readUtf8(Buffer.concat([cipher.update(bytes.subarray(0, -TAG_BYTES)), cipher.final()]));
  } catch {
    return null;
  }
}

/** @throws TypeError */
function readUtf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}
