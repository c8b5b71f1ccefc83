import { createCipheriv } from 'node:crypto';
import { Blowfish } from 'egoroof-blowfish';
import fc from 'fast-check';
import { blowfishKey, decryptBlowfish } from './blowfish.js';
import { aesKey, DEFAULT_SECURITY, masterKeyOf, OpenfireKeys } from './openfire-keys.js';
import { readSecurityFile } from './security-file.js';

const PASSWORD_KEY = 'AbCdEfGhIjKlMnO';
const salt = Buffer.from(Array.from({ length: 32 }, (_, index) => index));
const iv = salt.subarray(0, 16).toString('base64');
const aes = new OpenfireKeys({
  ...DEFAULT_SECURITY,
  algorithm: 'aes',
  currentKey: '0r3JN+4IBa16Tly0W2agmQ==',
});

describe('Blowfish of Openfire', () => {
  it.each([
    ['secret', '0123456789abcdefe59d612d2f22c75f18d646ca12b0f9a3'],
    ['secret', '0123456789ABCDEFE59D612D2F22C75F18D646CA12B0F9A3'],
    ['', '0123456789abcdefae44c0822dc0de0a'],
    ['pässwörd', '0123456789abcdef30b86ac7ceb4148ac7b2838870d81641822080e3353a6235'],
    ['😀pw', '0123456789abcdef30aa20272837818718b24ab217c1ae24'],
  ])('decrypts %j', (password, hex) => {
    expect(decryptBlowfish(hex, blowfishKey(PASSWORD_KEY))).toBe(password);
  });

  it('derives the key of 5.1 as well', () => {
    const key = blowfishKey(PASSWORD_KEY, { kdf: 'pbkdf2', salt });
    expect(Buffer.from(key).toString('hex')).toBe(
      '8a6b1de41cc40b42abcd7aca708c5918974ddde7689052cf67f237e808309a1c',
    );
    const hex = '0123456789abcdefd9775291f1a72e2b5bc415bae11d6247';
    expect(decryptBlowfish(hex, key)).toBe('secret');
    expect(decryptBlowfish(hex, blowfishKey(PASSWORD_KEY))).toBeNull();
  });

  it('tries the configured derivation, then the other', () => {
    const keys = new OpenfireKeys({ ...DEFAULT_SECURITY, derivation: { kdf: 'pbkdf2', salt } });
    const old = '0123456789abcdefe59d612d2f22c75f18d646ca12b0f9a3';
    const now = '0123456789abcdefd9775291f1a72e2b5bc415bae11d6247';
    expect(keys.passwords(old, PASSWORD_KEY)).toEqual(['secret']);
    expect(keys.passwords(now, PASSWORD_KEY)).toEqual(['secret']);
  });

  it.each(['', '0123456789abcdef', '0123456789abcdefe59d', 'zz'.repeat(16), '0'.repeat(47)])(
    'refuses %j',
    (hex) => expect(decryptBlowfish(hex, blowfishKey(PASSWORD_KEY))).toBeNull(),
  );

  it('gives back any text', () => {
    const key = blowfishKey('k');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (text) => {
        const cipher = new Blowfish(key, Blowfish.MODE.CBC, Blowfish.PADDING.PKCS5);
        cipher.setIv(salt.subarray(0, 8));
        const encrypted = cipher.encode(Buffer.from(text, 'utf16le').swap16());
        const hex = Buffer.concat([salt.subarray(0, 8), encrypted]).toString('hex');
        expect(decryptBlowfish(hex, key)).toBe(text);
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 64 }), (bytes) => {
        decryptBlowfish(Buffer.from(bytes).toString('hex'), blowfishKey(PASSWORD_KEY));
      }),
    );
  });
});

describe('encrypted properties', () => {
  it('the master key is decrypted, and fills up the fixed one', () => {
    expect(masterKeyOf('0r3JN+4IBa16 \n Tly0W2agmQ==')).toBe('my master key');
    expect(Buffer.from(aesKey('my master key')).toString('hex')).toBe(
      '6d79206d6173746572206b6579e58927',
    );
  });

  it.each([
    ['without iv', 'GUoxhqir91sVHcgNoYK6+Q==', null],
    ['CBC with iv', '+YcBUBk3Y7E6auUucVImYA==', iv],
    ['GCM', 'b1RYziBSudRt2E2HAQGLY0DWmBlV1RhzLqyuhUIC4A==', iv],
  ])('AES %s', (_, value, withIv) => {
    expect(aes.property(value, withIv)).toBe(PASSWORD_KEY);
    expect(aes.property(`A${value.slice(1)}`, withIv)).not.toBe(PASSWORD_KEY);
  });

  it('Blowfish without master key', () => {
    const value =
      '0123456789abcdef88b82f5a18c27baca390fa850c77a1be232a1ca4f7f41fec5bd27bfbd6f7fc3f';
    expect(new OpenfireKeys(DEFAULT_SECURITY).property(value, null)).toBe(PASSWORD_KEY);
  });

  it('Blowfish with a master key', () => {
    const cipher = createCipheriv(
      'aes-128-cbc',
      aesKey(''),
      Buffer.from('cd91a7c5278b39e0fa72d02983659d74', 'hex'),
    );
    const currentKey = cipher.update('M', 'utf8', 'base64') + cipher.final('base64');
    const key = blowfishKey('M');
    const blowfish = new Blowfish(key, Blowfish.MODE.CBC, Blowfish.PADDING.PKCS5);
    blowfish.setIv(salt.subarray(0, 8));
    const value = Buffer.concat([
      salt.subarray(0, 8),
      blowfish.encode(Buffer.from('v', 'utf16le').swap16()),
    ]).toString('hex');
    expect(new OpenfireKeys({ ...DEFAULT_SECURITY, currentKey }).property(value, 'unused')).toBe(
      'v',
    );
  });
});

it('security.xml says which keys hold', () => {
  const text = `<?xml version="1.0"?><security><encrypt><algorithm>AES</algorithm>
    <key><current>0r3JN+4IBa16Tly0W2agmQ==</current></key>
    <property><name>database.x</name><name> y </name></property>
    <blowfish><kdf>pbkdf2</kdf><salt>${salt.toString('base64')}</salt></blowfish></encrypt></security>`;
  expect(readSecurityFile(text)).toEqual({
    algorithm: 'aes',
    currentKey: '0r3JN+4IBa16Tly0W2agmQ==',
    derivation: { kdf: 'pbkdf2', salt },
    encrypted: new Set(['database.x', 'y']),
  });
  expect(readSecurityFile('<security/>')).toEqual(DEFAULT_SECURITY);
  expect(readSecurityFile('<security>')).toBeNull();
});
