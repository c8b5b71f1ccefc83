import { hash, randomBytes, randomInt } from 'node:crypto';
import { KeyTokens } from '@chat-admin/domain/access/key-tokens';
import type { KeyToken } from '@chat-admin/domain/access/key-tokens';

const ID_LENGTH = 10;
const ID_CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const SECRET_BYTES = 32;

export class RandomKeyTokens extends KeyTokens {
  newToken(): KeyToken {
    const pick = () => ID_CHARACTERS[randomInt(ID_CHARACTERS.length)]!;
    return { id: Array.from({ length: ID_LENGTH }, pick).join(''), secret: this.newSecret() };
  }

  newSecret(): string {
    return randomBytes(SECRET_BYTES).toString('base64url');
  }

  digestOf(secret: string): Uint8Array {
    return hash('sha256', secret, 'buffer');
  }
}
