import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { domainToASCII } from 'node:url';
import { EXIT } from '../../outcome/exit-codes.js';
import { CommandFault } from '../../outcome/failures.js';

/** A certificate with its chain, and the key that fits it. */
export interface Pair {
  /** PEM */
  readonly chain: string;
  /** PEM */
  readonly key: string;
  readonly expires: Date;
}

/** The texts of two files that belong together. */
interface Files {
  readonly chainPath: string;
  readonly keyPath: string;
  readonly chain: string;
  readonly leaf: X509Certificate;
}

const BLOCK = /-----BEGIN CERTIFICATE-----[^]+?-----END CERTIFICATE-----/g;

/** What certbot, acme.sh and Prosody call the certificate with its chain, and the key. */
const namesFor = (domain: string) =>
  [
    ['fullchain.pem', 'privkey.pem'],
    ['fullchain.cer', `${domain}.key`],
    [`${domain}.crt`, `${domain}.key`],
  ] as const;

/**
 * Finds the certificate of a domain in a folder or, if that has none, in the folders in it: the one that ends last.
 * @throws CommandFault that says why none can be used
 */
export async function pairIn(folder: string, domain: string, now: Date): Promise<Pair> {
  const here = await filesIn(folder, domain);
  const names = here === null ? await foldersIn(folder) : [];
  const below = await Promise.allSettled(names.map((name) => filesIn(join(folder, name), domain)));
  const read = below.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const found = [here, ...read].filter((files) => files !== null);
  const fitting = found
    .filter(({ leaf }) => leaf.checkHost(domainToASCII(domain)) !== undefined)
    .sort((a, b) => Date.parse(b.leaf.validTo) - Date.parse(a.leaf.validTo));
  const [chosen] = fitting;
  // one that cannot be used may be of another domain
  const fault = below.find((one) => one.status === 'rejected');
  if (chosen === undefined) throw fault?.reason ?? noneFor(domain, folder, found);
  return checked(chosen, now);
}

/** @returns `null`: there are no such files @throws CommandFault */
async function filesIn(folder: string, domain: string): Promise<Files | null> {
  for (const [chainName, keyName] of namesFor(domain)) {
    const chainPath = join(folder, chainName);
    const chain = await textOf(chainPath);
    if (chain === null) continue;
    const [first] = chain.match(BLOCK) ?? [];
    if (first === undefined) throw unusable(`${chainPath} has no certificate in PEM`);
    return {
      chainPath,
      keyPath: join(folder, keyName),
      chain,
      leaf: certificateIn(first, chainPath),
    };
  }
  return null;
}

async function checked({ chainPath, keyPath, chain, leaf }: Files, now: Date): Promise<Pair> {
  const key = await textOf(keyPath);
  if (key === null) throw missing(`${keyPath} is missing: the key of ${chainPath}`, null);
  if (!leaf.checkPrivateKey(keyIn(key, keyPath))) {
    throw unusable(`The key ${keyPath} does not fit the certificate ${chainPath}`);
  }
  const [begins, expires] = [new Date(leaf.validFrom), new Date(leaf.validTo)];
  if (expires <= now) throw unusable(`${chainPath} expired on ${day(expires)}`, 'Renew it first');
  if (begins > now) {
    throw unusable(`${chainPath} is valid from ${day(begins)} on`, 'Check the clock');
  }
  const certificates = (chain.match(BLOCK) ?? []).map((block) => certificateIn(block, chainPath));
  const broken = certificates.findIndex(
    (one, index) => index > 0 && !certificates[index - 1]!.checkIssued(one),
  );
  if (broken > 0) {
    throw unusable(
      `Certificate ${broken + 1} of ${chainPath} did not issue the one before`,
      'The file has the certificate of the domain first, then the one that issued it, and so on',
    );
  }
  return { chain, key, expires };
}

function noneFor(domain: string, folder: string, found: readonly Files[]): CommandFault {
  const others = found.map(({ chainPath, leaf }) => `${chainPath} is for ${subjectsOf(leaf)}`);
  const looked = namesFor(domain).map(([chain, key]) => `${chain} with ${key}`);
  const help = others.length > 0 ? others.join('; ') : `Looked for ${looked.join(', ')}`;
  return missing(`There is no certificate for ${domain} in ${folder}`, help);
}

/** The names in a certificate, as people write them. */
const subjectsOf = ({ subjectAltName, subject }: X509Certificate): string =>
  subjectAltName?.replaceAll('DNS:', '') ?? subject;

function certificateIn(pem: string, path: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw unusable(`${path} has a certificate that cannot be read`);
  }
}

function keyIn(pem: string, path: string): KeyObject {
  if (/ENCRYPTED/.test(pem)) {
    throw unusable(`The key ${path} has a passphrase`, 'Prosody and the services need it without');
  }
  try {
    return createPrivateKey(pem);
  } catch {
    throw unusable(`${path} has no key in PEM`);
  }
}

/** @returns `null`: there is no such file @throws CommandFault */
async function textOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw unreadable(path, code);
  }
}

async function foldersIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((one) => !one.isFile()).map(({ name }) => name);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw missing(`There is no folder ${folder}`, null);
    throw unreadable(folder, code);
  }
}

const day = (date: Date): string => date.toISOString().slice(0, 10);

const unusable = (message: string, help: string | null = null) =>
  new CommandFault(EXIT.failed, 'unusable-certificate', message, help);

const missing = (message: string, help: string | null) =>
  new CommandFault(EXIT.notFound, 'certificate-not-found', message, help);

const unreadable = (path: string, code: string | undefined) =>
  new CommandFault(
    EXIT.notAllowed,
    'not-allowed',
    `${path} cannot be read (${code ?? 'unknown reason'})`,
    'Run it as root',
  );
