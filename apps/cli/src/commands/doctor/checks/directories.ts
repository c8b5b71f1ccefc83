import { TLSSocket } from 'node:tls';
import { ConfigurationFaults } from '@chat-admin/configuration/load-config';
import { ownCommand } from '@chat-admin/configuration/own-command';
import { ConnectionFault } from '@chat-admin/directory/connection-fault';
import type { DirectoryConfiguration } from '@chat-admin/directory/directory-configuration';
import { readDirectoryFile } from '@chat-admin/directory/directory-file';
import { isFaultOfDirectory } from '@chat-admin/directory/ldap-source';
import { openConnection } from '@chat-admin/directory/open-connection';
import { writableByReader } from '@chat-admin/directory/reader-rights';
import type { DirectoryState } from '@chat-admin/domain/directories/directory-run';
import type { DirectorySettings } from '@chat-admin/domain/directories/directory-settings';
import { isOther } from '@chat-admin/domain/directories/run-schedule';
import { fault, ok, some, warning, worst } from '../check.js';
import type { Check, Finding } from '../check.js';
import type { Deployment } from '../deployment.js';
import { SOON_MS } from '../judged-certificate.js';
import { isOpenToOthers } from '../open-files.js';
import { quoted } from '../quoted.js';
import { Skipped } from '../skipped.js';

const CONNECT_MS = 3_000;

/** Reads DIRECTORIES_FILE. Contract: extensions E13.3 */
export const directoryFile: Check = {
  code: 'directories/file',
  examine: async (deployment) => {
    try {
      const all = await directoriesOf(deployment);
      const names = all.map(({ settings }) => settings.name);
      const open = [...new Set(all.map(({ passwordFile }) => passwordFile))].filter(isOpenToOthers);
      // what is mounted into a container is for its one account
      if (open.length === 0 || deployment.machine.installation === 'image')
        return ok(`The file of directories names ${some(names)}`);
      return fault(
        `Every account of this machine may read ${some(open)}`,
        'shell',
        `chmod o= ${open.map(quoted).join(' ')}`,
      );
    } catch (error) {
      if (!(error instanceof ConfigurationFaults)) throw error;
      return { level: 'fault', sentence: some(error.faults), remedy: null };
    }
  },
};

/** Looks at how long ago each directory was read. */
export const directoryRuns: Check = {
  code: 'directories/runs',
  examine: async (deployment) => {
    const all = await usableDirectories(deployment);
    await deployment.migrated();
    const { directoryRuns: runs } = await deployment.persistence();
    const findings = await Promise.all(
      all.map(async ({ settings }) => {
        return ofRuns(settings, await runs.state(settings.name), deployment.clock());
      }),
    );
    return worst(findings);
  },
};

/** Looks at what the reader of each directory may do there, as far as the directory says it. */
export const directoryReaders: Check = {
  code: 'directories/reader',
  examine: async (deployment) => {
    const all = await usableDirectories(deployment);
    const findings = await Promise.all(
      all.map(async (configuration): Promise<Finding> => {
        const { name } = configuration.settings;
        try {
          return ofReader(name, await writableByReader(configuration));
        } catch (error) {
          if (!isFaultOfDirectory(error)) throw error;
          return warning(
            `The reader of ${name} cannot be looked at: ${error.message}`,
            'shell',
            ownCommand(`directory check ${name}`),
          );
        }
      }),
    );
    return worst(findings);
  },
};

/** Judges what a reader may write. @param writable null: the directory does not say it */
export function ofReader(name: string, writable: readonly string[] | null): Finding {
  if (writable === null) return ok(`The directory ${name} does not say what its reader may write`);
  if (writable.length === 0) return ok(`The reader of ${name} may only read`);
  const sentence = `The reader of ${name} may write ${some(writable)} in the directory: an account that only reads is enough`;
  return { level: 'warning', sentence, remedy: null };
}

/** Looks at the certificates of all servers of directories. */
export const directoryCertificates: Check = {
  code: 'directories/certificates',
  examine: async (deployment) => {
    const all = await usableDirectories(deployment);
    const servers = all.flatMap(({ settings, servers: addresses }) =>
      addresses.map((server, index) => ({ server, shown: settings.servers[index]! })),
    );
    const findings = await Promise.all(
      servers.map(async ({ server, shown }): Promise<Finding> => {
        try {
          const socket = await openConnection(server, CONNECT_MS);
          const ends = socket instanceof TLSSocket ? socket.getPeerCertificate().valid_to : null;
          socket.on('error', () => undefined).destroy();
          return ofCertificate(shown, ends, deployment.clock());
        } catch (error) {
          if (!(error instanceof ConnectionFault)) throw error;
          const sentence = `${shown} cannot be used: ${error.message}`;
          return { level: 'fault', sentence, remedy: null };
        }
      }),
    );
    return worst(findings);
  },
};

/** Judges when a directory was last read as a whole or found without changes, and by which entry. */
export function ofRuns(
  { name, fullMs, digest }: Pick<DirectorySettings, 'name' | 'fullMs' | 'digest'>,
  state: Pick<DirectoryState, 'paused' | 'lastSuccess' | 'message' | 'entry'>,
  now: number,
): Finding {
  const { paused, lastSuccess, message } = state;
  if (isOther(state, { digest })) {
    const sentence = `The entry of ${name} in DIRECTORIES_FILE is not the one that is followed: instances have different files`;
    return { level: 'warning', sentence, remedy: null };
  }
  if (paused) return ok(`${name} is paused`);
  if (lastSuccess !== null && now - lastSuccess.getTime() <= 3 * fullMs) {
    return ok(`${name} was in step at ${lastSuccess.toISOString()}`);
  }
  const since =
    lastSuccess === null
      ? `No run of ${name} has succeeded yet`
      : `No run of ${name} has succeeded since ${lastSuccess.toISOString()}`;
  const sentence = message === null ? since : `${since}: ${message}`;
  return warning(sentence, 'shell', ownCommand(`directory check ${name}`));
}

/** @param ends as certificates say it; null: this server is spoken to without TLS */
export function ofCertificate(shown: string, ends: string | null, now: number): Finding {
  if (ends === null) return ok(`${shown} is of this machine, and needs no certificate`);
  const day = new Date(Date.parse(ends)).toISOString().slice(0, 10);
  const isSoon = Date.parse(ends) - now < SOON_MS;
  const sentence = `The certificate of ${shown} expires on ${day}`;
  return { level: isSoon ? 'warning' : 'ok', sentence, remedy: null };
}

/** @throws Skipped where there are none; ConfigurationFaults */
async function directoriesOf({
  environment,
}: Deployment): Promise<readonly DirectoryConfiguration[]> {
  const path = environment['DIRECTORIES_FILE'];
  if (!path) throw new Skipped('DIRECTORIES_FILE is not set');
  return readDirectoryFile(path, environment);
}

/** @throws Skipped also where the file cannot be used, which has a check of its own */
async function usableDirectories(
  deployment: Deployment,
): Promise<readonly DirectoryConfiguration[]> {
  try {
    return await directoriesOf(deployment);
  } catch (error) {
    if (!(error instanceof ConfigurationFaults)) throw error;
    throw new Skipped('the file of directories cannot be used');
  }
}
