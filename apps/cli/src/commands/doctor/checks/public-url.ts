import { lookup } from 'node:dns/promises';
import { request } from 'node:https';
import { networkInterfaces } from 'node:os';
import { isOurAnswer, shownPlace } from '../../../listeners/listener-request.js';
import { certifying, trusting } from '../certifying.js';
import type { Check, Finding } from '../check.js';
import type { Deployment } from '../deployment.js';
import { judged } from '../judged-certificate.js';
import { otherService } from '../machine.js';
import { shownAt, Unreachable } from '../shown-certificate.js';
import { Skipped } from '../skipped.js';

const HTTPS = 443;
const TIMEOUT_MS = 2_500;
const UNKNOWN_NAME = /^(ENOTFOUND|EAI_AGAIN)$/;

/** The certificate of the proxy, or of what else serves at the address that clients are told, and where it leads. */
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
      const judgement = judged(shown, name, host, deployment.clock(), remedies);
      if (judgement.level === 'fault') return judgement;
      return (await elsewhere(address, host, deployment)) ?? judgement;
    } catch (error) {
      return unanswered(error as NodeJS.ErrnoException, asked, deployment);
    }
  },
};

/** That something else than the API answers browsers; `null`: the API does. */
async function elsewhere(
  address: string,
  host: string,
  deployment: Deployment,
): Promise<Finding | null> {
  const { status, isOurs } = await answerOf(`${address.replace(/\/$/, '')}/console/`);
  if (isOurs) return null;
  const own = shownPlace(deployment.usableSettings().api);
  return {
    level: 'fault',
    sentence: `Browsers get ${status} at ${host}, and not from chat-admin: the proxy has to lead to ${own}, where the service has to run`,
    remedy: null,
  };
}

function answerOf(address: string): Promise<{ readonly status: string; readonly isOurs: boolean }> {
  return new Promise((resolve) => {
    // who trusts the certificate is known already
    const asked = request(address, { rejectUnauthorized: false, timeout: TIMEOUT_MS });
    asked.on('response', ({ statusCode, headers }) => {
      resolve({ status: String(statusCode), isOurs: isOurAnswer(headers) });
      asked.destroy();
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => undefined);
    asked.on('close', () => resolve({ status: 'no answer', isOurs: false }));
    asked.end();
  });
}

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
