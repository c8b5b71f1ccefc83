import { createPrivateKey, sign } from 'node:crypto';
import { ValidateBy } from 'class-validator';

export function IsSigningKey(): PropertyDecorator {
  return ValidateBy({
    name: 'isSigningKey',
    validator: {
      validate: (value) => typeof value === 'string' && isEd25519(value),
      defaultMessage: () =>
        'must be an Ed25519 private key in PEM, as "openssl genpkey -algorithm ed25519" writes it',
    },
  });
}

function isEd25519(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

/** @returns what makes signatures in base64, or `null` without a key */
export function signer(pem: string | null): (text: string) => string | null {
  if (pem === null) return () => null;
  const key = createPrivateKey(pem);
  return (text) => sign(null, Buffer.from(text), key).toString('base64');
}
