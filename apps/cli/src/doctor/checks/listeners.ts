import { fault, ok } from '../check.js';
import { Skipped } from '../skipped.js';
import type { Check, Finding } from '../check.js';
import { listenerOn, programOf } from '../listening.js';
import type { Patient } from '../patient.js';

const PATIENCE_MS = 3_000;
const MOST_TRIES = 50;

interface Place {
  readonly host: string;
  readonly port: number;
  /** the setting of the port */
  readonly setting: string;
  /** `true` if the answer is one of ours */
  readonly isOurs: (response: Response) => Promise<boolean> | boolean;
  readonly path: string;
}

/** Every answer of the services has it; a request without a path is no login attempt. */
const service = {
  path: '/',
  isOurs: ({ headers }: Response) =>
    headers.has('x-request-id') && headers.get('x-content-type-options') === 'nosniff',
};
const management = {
  path: '/livez',
  isOurs: async (response: Response) => (await response.text()).trim() === 'ok',
};

type Settings = ReturnType<Patient['usableSettings']>;

function listenerCheck(code: string, placeIn: (settings: Settings) => Place): Check {
  return { code, examine: (patient) => examined(placeIn(patient.usableSettings())) };
}

export const LISTENERS: readonly Check[] = [
  listenerCheck('listeners/api', ({ api: { host, port } }) => ({
    ...{ host, port, setting: 'API_PORT' },
    ...service,
  })),
  listenerCheck('listeners/api-management', ({ api }) => ({
    ...{ host: api.managementHost, port: api.managementPort, setting: 'MANAGEMENT_PORT' },
    ...management,
  })),
  listenerCheck('listeners/userservice', ({ userService: { host, port } }) => ({
    ...{ host, port, setting: 'LEGACY_PORT' },
    ...service,
  })),
  listenerCheck('listeners/userservice-management', ({ userService }) => ({
    host: userService.managementHost,
    port: userService.managementPort,
    setting: 'LEGACY_MANAGEMENT_PORT',
    ...management,
  })),
];

async function examined({ host, port, setting, path, isOurs }: Place): Promise<Finding> {
  if (port === 0) throw new Skipped(`${setting} is 0: a free port is taken at each start`);
  const place = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const answer = await ask(`http://${reachable(place)}${path}`);
  if (answer === 'free') return ok(`${place} is free: nothing listens there`);
  if (answer !== null && (await isOurs(answer))) return ok(`chat-admin listens on ${place}`);
  const listener = await listenerOn(host, port);
  const program = listener === null ? null : await programOf(listener);
  const free = await freePort(host, port);
  return fault(
    `${place} is taken by ${program ?? 'another program'}`,
    'settings',
    `${setting}=${free}`,
  );
}

/** A wildcard is no address to connect to. */
const reachable = (place: string) =>
  place.replace(/^0\.0\.0\.0:/, '127.0.0.1:').replace(/^\[::\]:/, '[::1]:');

/** `null`: something listens that does not answer */
async function ask(url: string): Promise<Response | 'free' | null> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    return await fetch(url, { signal, redirect: 'manual' });
  } catch (error) {
    const { cause } = error as Error & { cause?: NodeJS.ErrnoException };
    return cause?.code === 'ECONNREFUSED' ? 'free' : null;
  }
}

async function freePort(host: string, taken: number): Promise<number> {
  for (let port = taken + 1; port < Math.min(taken + MOST_TRIES, 65_536); port += 1) {
    if (
      (await ask(`http://${reachable(`${host.includes(':') ? `[${host}]` : host}:${port}`)}/`)) ===
      'free'
    ) {
      return port;
    }
  }
  return 0;
}
