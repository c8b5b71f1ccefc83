import { dirname, join } from 'node:path';
import { ConfigurationFaults } from '@chat-admin/configuration/load-config';
import { ListenerTls, tlsFilesOf } from '@chat-admin/server/process/listener-tls';
import type { TlsFiles } from '@chat-admin/server/process/listener-tls';
import { certifying } from '../certifying.js';
import { ok, warning, worst } from '../check.js';
import type { Check, Finding, Remedy } from '../check.js';
import { configFile } from '../config-file.js';
import type { Deployment } from '../deployment.js';
import { SOON_MS } from '../judged-certificate.js';
import { Skipped } from '../skipped.js';

const MOST_NAMES = 3;
const NO_LOG = { info: () => undefined, error: () => undefined };

/** Certificates of the listeners, with their keys. */
export const certificates: Check = {
  code: 'listeners/certificates',
  examine: async (deployment) => {
    const { api, userService } = deployment.usableSettings();
    const all = [tlsFilesOf(api), tlsFilesOf(userService)]
      .flatMap(({ service, management }) => [service, management])
      .filter((files) => files !== null);
    if (all.length === 0) throw new Skipped('No listener speaks TLS');
    return worst(await Promise.all(all.map((files) => examined(files, deployment))));
  },
};

async function examined(files: TlsFiles, deployment: Deployment): Promise<Finding> {
  const now = deployment.clock();
  const found = async (level: 'warning' | 'fault', sentence: string): Promise<Finding> => ({
    level,
    sentence,
    remedy: await renewing(files, deployment),
  });
  let listener: ListenerTls;
  try {
    listener = ListenerTls.open(files, NO_LOG);
  } catch (error) {
    if (!(error instanceof ConfigurationFaults)) throw error;
    return found('fault', error.message);
  }
  const { notAfter, names } = listener;
  const day = notAfter.toISOString().slice(0, 10);
  const what = `the certificate of ${files.prefix}_CERT_FILE`;
  if (notAfter.getTime() <= now) return found('fault', `${what} expired on ${day}`);
  if (notAfter.getTime() - now < SOON_MS) return found('warning', `${what} expires on ${day}`);
  if (names.length === 0) {
    return found('warning', `${what} is for no host: without subjectAltName clients refuse it`);
  }
  if (listener.remark !== null && deployment.machine.installation !== 'image')
    return warning(listener.remark, 'shell', `chmod o= ${files.keyFile}`);
  const hosts = names.slice(0, MOST_NAMES).join(', ');
  return ok(`Certificates fit their keys; the first one is for ${hosts} and expires on ${day}`);
}

/** `null`: nobody knows here how other certificates are renewed. */
async function renewing({ certFile }: TlsFiles, deployment: Deployment): Promise<Remedy | null> {
  const { xmppDomain } = deployment.usableSettings().api;
  const isImported = dirname(certFile) === join(dirname(configFile(deployment)), 'tls');
  if (!isImported || xmppDomain === null || deployment.machine.installation === 'image')
    return null;
  return certifying(deployment, xmppDomain);
}
