import { certifying, trusting } from '../certifying.js';
import { ok, worst } from '../check.js';
import type { Check, Finding, Remedy } from '../check.js';
import { judged } from '../judged-certificate.js';
import type { Deployment } from '../deployment.js';
import { offerAt, shownAt, Unreachable } from '../shown-certificate.js';
import { Skipped } from '../skipped.js';

type Listener = Awaited<ReturnType<Deployment['answeringBridge']>>['listeners'][number];

/** What clients are shown where they connect to the chat server. */
export const chatServerCertificate: Check = {
  code: 'chat-server/certificate',
  examine: async (deployment) => {
    const { listeners, address } = await deployment.answeringBridge();
    const { name } = (await deployment.persistence()).domain;
    const asked = listeners.filter(
      ({ kind, accepting, port, encrypted }) =>
        accepting && port !== null && (kind === 'c2s' || (kind === 'bosh' && encrypted)),
    );
    if (asked.length === 0)
      throw new Skipped('The chat server does not tell where clients connect');
    const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
    const mending = await certifying(deployment, name);
    const place = { host, name, mending, deployment };
    return worst(await Promise.all(asked.map((listener) => examined(listener, place))));
  },
};

interface Place {
  readonly host: string;
  readonly name: string;
  readonly mending: Remedy;
  readonly deployment: Deployment;
}

async function examined(
  { port, encrypted }: Listener,
  { host, name, mending, deployment }: Place,
): Promise<Finding> {
  const place = `port ${port} of the chat server`;
  const fails = (why: string): Finding => ({
    level: 'fault',
    sentence: `Clients cannot connect at ${place}: ${why}`,
    remedy: mending,
  });
  try {
    const asked = { host, port: port!, name, environment: deployment.environment };
    const { shown, isOpen } = encrypted
      ? { shown: await shownAt(asked), isOpen: false }
      : await offerAt(asked);
    const { machine } = deployment;
    if (shown !== null) {
      const remedies = { mending, trusting: trusting(machine, name) };
      return judged(shown, name, place, deployment.clock(), remedies);
    }
    if (!isOpen) return fails('it offers no STARTTLS');
    if (machine.installation === 'checkout')
      return ok(`At ${place} clients log in unencrypted, as is usual on one's own machine`);
    return {
      ...fails(''),
      sentence: `Clients log in unencrypted at ${place}: it has no certificate`,
    };
  } catch (error) {
    if (!(error instanceof Unreachable)) return fails((error as Error).message);
    // the chat server may listen for clients elsewhere than for the bridge
    const sentence = `Nothing answers from here at ${host}:${port}, where the chat server lets clients in (${error.message}): its certificate was not examined`;
    return { level: 'warning', sentence, remedy: null };
  }
}
