import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { certifying, trusting } from '../certifying.js';
import type { Check, Finding } from '../check.js';
import type { Deployment } from '../deployment.js';
import { judged } from '../judged-certificate.js';
import { otherService } from '../machine.js';
import { shownAt, Unreachable } from '../shown-certificate.js';
import { Skipped } from '../skipped.js';

const HTTPS = 443;
const UNKNOWN_NAME = /^(ENOTFOUND|EAI_AGAIN)$/;

/** The certificate of the proxy, or of what else serves at the address that clients are told. */
export const publicUrl: Check = {
  code: 'listeners/public-url',
  examine: async (deployment) => {
    const { publicUrl: address } = deployment.usableSettings().api;
    if (address === null) throw new Skipped('API_PUBLIC_URL is not set');
    const { protocol, hostname, port, host } = new URL(address);
    if (protocol !== 'https:') throw new Skipped('API_PUBLIC_URL is an address without TLS');
    const name = hostname.replace(/^\[|\]$/g, '');
    const { environment, machine } = deployment;
    const asked = { host: name, port: Number(port) || HTTPS, name, environment };
    try {
      const shown = await shownAt(asked);
      const remedies = {
        mending: await mendingOf(deployment, name),
        trusting: trusting(machine, name),
      };
      return judged(shown, name, host, deployment.clock(), remedies);
    } catch (error) {
      return unanswered(error as NodeJS.ErrnoException, asked, deployment);
    }
  },
};

/** Where nginx has the certificate of the page. `null`: nobody knows here what serves it */
async function mendingOf(deployment: Deployment, name: string) {
  if (!deployment.machine.hasNginx || deployment.usableSettings().api.xmppDomain !== name)
    return null;
  const { where, text } = await certifying(deployment, name);
  return { where, text: `${text}\nsystemctl reload nginx` };
}

async function unanswered(
  error: NodeJS.ErrnoException,
  { host, port }: { host: string; port: number },
  { machine }: Deployment,
): Promise<Finding> {
  const { code, message } = error;
  const place = `${host}:${port} (API_PUBLIC_URL)`;
  if (UNKNOWN_NAME.test(code ?? '')) {
    const sentence = `This machine finds no address of ${host} (API_PUBLIC_URL): it needs a record in the DNS, or a line in /etc/hosts`;
    return { level: 'warning', sentence, remedy: null };
  }
  if (!(error instanceof Unreachable))
    return {
      level: 'fault',
      sentence: `Browsers cannot connect to ${place}: ${message}`,
      remedy: null,
    };
  if (!(await isHere(host))) throw new Skipped(`${place} cannot be reached from here: ${message}`);
  const start = { where: 'shell', text: otherService(machine, 'start', 'nginx') } as const;
  return {
    level: 'fault',
    sentence: `Nothing answers browsers at ${place}, which is this machine: ${message}`,
    remedy: machine.hasNginx ? start : null,
  };
}

async function isHere(name: string): Promise<boolean> {
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const found = await lookup(name, { all: true }).catch(() => []);
  return found.some(({ address }) => own.some((one) => one.address === address));
}
