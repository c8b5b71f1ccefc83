import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Files of a certificate and its key. */
export interface Pair {
  readonly cert: string;
  readonly key: string;
}

const KEYS = { ec: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'], rsa: ['rsa:2048'] };

/** A certificate for `localhost` with a key of its own. @param signer who signs it; itself unless given */
export function makePair(
  folder: string,
  name: string,
  signer?: Pair,
  type: keyof typeof KEYS = 'ec',
): Pair {
  const pair = { cert: join(folder, `${name}.pem`), key: join(folder, `${name}.key`) };
  const signed = signer ? ['-CA', signer.cert, '-CAkey', signer.key] : [];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', ...KEYS[type], '-nodes'],
      ...['-days', '2', '-subj', `/CN=${name}`, ...signed],
      ...['-keyout', pair.key, '-out', pair.cert],
    ],
    { stdio: 'pipe' },
  );
  return pair;
}
