import { execFile } from 'node:child_process';
import { access, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Paths of PEM files. */
export interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

export const certificatesIn = (directory: string): string => join(directory, 'certificates');

const VALID_DAYS = '3650';

/**
 * The self-signed certificate of the domain in `directory`, created if missing.
 * @returns `null` if `openssl` is not installed
 */
export async function ensureCertificate(
  directory: string,
  domain: string,
): Promise<Certificate | null> {
  const folder = certificatesIn(directory);
  const paths = { certificate: join(folder, `${domain}.crt`), key: join(folder, `${domain}.key`) };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await isThere(paths.certificate)) && (await isThere(paths.key))) return paths;
  const draft = { certificate: `${paths.certificate}.new`, key: `${paths.key}.new` };
  try {
    await promisify(execFile)('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
      ...['-days', VALID_DAYS, '-subj', '/CN=chat', '-addext', alternativeNames(domain)],
      ...['-keyout', draft.key, '-out', draft.certificate],
    ]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  await rename(draft.key, paths.key);
  await rename(draft.certificate, paths.certificate);
  return paths;
}

function alternativeNames(domain: string): string {
  return `subjectAltName=DNS:${domain},DNS:*.${domain},IP:127.0.0.1`;
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
