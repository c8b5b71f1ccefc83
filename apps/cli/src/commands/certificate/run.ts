import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { domainpart } from '@chat-admin/domain/shared/jid';
import { writeOwned } from '../../files/owned-file.js';
import { report } from '../../program/action.js';
import type { Action, ReportOptions } from '../../program/action.js';
import { EXIT } from '../../outcome/exit-codes.js';
import { CommandFault, UnusableWord } from '../../outcome/failures.js';
import { pairIn } from './pair.js';
import type { Pair } from './pair.js';

export interface CertificateOptions extends ReportOptions {
  readonly folder: string;
  readonly domain?: string;
  readonly into?: string;
}

interface Place {
  readonly folder: string;
  /** what reads it */
  readonly units: readonly string[];
}

/** Where the packages keep certificates, each for the group of its folder. */
export const PLACES: readonly Place[] = [
  { folder: '/etc/prosody/certs', units: ['prosody'] },
  {
    folder: '/etc/chat-admin/tls',
    units: ['chat-admin', 'chat-admin-api', 'chat-admin-userservice', 'haproxy'],
  },
];

export const importCertificate: Action<CertificateOptions> = async (options, terminal) => {
  const domain = domainOf(options.domain, terminal.environment['XMPP_DOMAIN']);
  const places = placesOf(options);
  const pair = await pairIn(resolve(options.folder), domain, new Date());
  const files: string[] = [];
  for (const { folder } of places) files.push(...(await prepared(pair, folder, domain)));
  for (const path of files) await written(path);
  const isBooted = existsSync('/run/systemd/system');
  const reloaded = isBooted ? await reload(places.flatMap(({ units }) => units)) : [];
  const expires = pair.expires.toISOString();
  report(terminal, options, { domain, expires, files, reloaded }, [
    `The certificate of ${domain} is valid until ${expires.slice(0, 10)}.`,
    `Written: ${files.join(', ')}`,
    reloaded.length > 0
      ? `Reloaded: ${reloaded.join(', ')}`
      : 'Nothing was reloaded: what runs takes it with its next start or reload.',
  ]);
  return EXIT.done;
};

/** @throws UnusableWord, CommandFault */
function domainOf(named: string | undefined, set: string | undefined): string {
  const wanted = named ?? set;
  if (wanted === undefined || wanted === '') {
    throw new CommandFault(
      EXIT.configuration,
      'configuration',
      'XMPP_DOMAIN is not set, so it is not known whose certificate is meant',
      'Set it in /etc/chat-admin/chat-admin.conf, or add --domain example.org',
    );
  }
  const prepared = domainpart(wanted);
  if (prepared === null) throw new UnusableWord(`--domain: ${wanted} is no domain`);
  return prepared;
}

/** @throws CommandFault */
function placesOf({ into }: CertificateOptions): readonly Place[] {
  if (into !== undefined) return [{ folder: resolve(into), units: [] }];
  const places = PLACES.filter(({ folder }) => existsSync(folder));
  if (places.length > 0) return places;
  throw new CommandFault(
    EXIT.notFound,
    'certificate-folder-not-found',
    `There is neither ${PLACES.map(({ folder }) => folder).join(' nor ')} here`,
    'Name a folder with --into',
  );
}

/** Writes both files beside what they replace, for root and the group of the folder. @returns their paths @throws CommandFault */
async function prepared({ chain, key }: Pair, folder: string, domain: string) {
  const texts = [
    [join(folder, `${domain}.key`), key],
    [join(folder, `${domain}.crt`), chain],
  ] as const;
  try {
    const { gid } = await stat(folder);
    const owned = { mode: 0o640, uid: process.getuid?.() ?? -1, gid };
    for (const [path, text] of texts) await writeOwned(`${path}.new`, text, owned);
  } catch (error) {
    for (const [path] of texts) await rm(`${path}.new`, { force: true }).catch(() => undefined);
    throw notWritten(folder, error);
  }
  return texts.map(([path]) => path);
}

/** Puts what is {@link prepared} in its place. @throws CommandFault */
const written = (path: string): Promise<void> =>
  rename(`${path}.new`, path).catch((error: unknown) => {
    throw notWritten(dirname(path), error);
  });

function notWritten(folder: string, error: unknown): CommandFault {
  const reason = (error as NodeJS.ErrnoException).code ?? 'unknown reason';
  const isDenied = /^(EACCES|EPERM|EROFS|ENOENT|ENOTDIR)$/.test(reason);
  return new CommandFault(
    isDenied ? EXIT.notAllowed : EXIT.failed,
    isDenied ? 'not-allowed' : 'failed',
    `The certificate cannot be written into ${folder} (${reason})`,
    isDenied ? 'Run it as root, or name another folder with --into' : null,
  );
}

/** @returns the units that ran, and have the certificate now @throws CommandFault */
async function reload(units: readonly string[]): Promise<readonly string[]> {
  const running: string[] = [];
  for (const unit of units) {
    const isRunning = await systemctl('is-active', '--quiet', unit).then(
      () => true,
      () => false,
    );
    if (!isRunning) continue;
    await systemctl('reload', unit).catch((error: Error & { stderr?: string }) => {
      const reason = (error.stderr || error.message).trim();
      const help = `The files are in place. Look at "systemctl status ${unit}"`;
      throw new CommandFault(
        EXIT.failed,
        'not-reloaded',
        `${unit} could not be reloaded: ${reason}`,
        help,
      );
    });
    running.push(unit);
  }
  return running;
}

const systemctl = (...words: readonly string[]) => promisify(execFile)('systemctl', words);
