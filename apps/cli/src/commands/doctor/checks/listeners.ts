import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { socketPath } from '@chat-admin/server/process/listen-address';
import { tlsFilesOf } from '@chat-admin/server/process/listener-tls';
import {
  askListener,
  isFree,
  isOurAnswer,
  ListenerSilent,
  OtherCertificate,
  shownPlace,
} from '../../../listeners/listener-request.js';
import type { ListenerAnswer, ListenerPlace } from '../../../listeners/listener-request.js';
import { fault, ok } from '../check.js';
import { setting as settingFinding } from '../config-file.js';
import { Skipped } from '../skipped.js';
import type { Check, Finding } from '../check.js';
import { listenerOn, programOf } from '../listening.js';
import type { Deployment } from '../deployment.js';

const MOST_TRIES = 50;
/** Well below what a check may take, so that it still tells who does not answer. */
const ANSWER_WITHIN_MS = 2_000;

/** The first port that needs no right. */
const FIRST_FREE = '/proc/sys/net/ipv4/ip_unprivileged_port_start';

const OWN_PORTS: Readonly<Record<string, number>> = {
  API_PORT: 9090,
  MANAGEMENT_PORT: 9190,
  LEGACY_PORT: 9091,
  LEGACY_MANAGEMENT_PORT: 9191,
};

interface Place extends ListenerPlace {
  /** the setting of the port */
  readonly setting: string;
  /** `true` if the answer is one of ours */
  readonly isOurs: (answer: ListenerAnswer) => boolean;
  readonly path: string;
}

/** A request without a path is no login attempt. */
const service = { path: '/', isOurs: ({ headers }: ListenerAnswer) => isOurAnswer(headers) };
const management = {
  path: '/livez',
  isOurs: ({ text }: ListenerAnswer) => text.trim() === 'ok',
};

type Settings = ReturnType<Deployment['usableSettings']>;

function listenerCheck(code: string, placeIn: (settings: Settings) => Place): Check {
  return {
    code,
    examine: (deployment) => examined(placeIn(deployment.usableSettings()), deployment),
  };
}

export const LISTENERS: readonly Check[] = [
  listenerCheck('listeners/api', ({ api }) => ({
    ...{ host: api.host, port: api.port, setting: 'API_PORT', tls: tlsFilesOf(api).service },
    ...service,
  })),
  listenerCheck('listeners/api-management', ({ api }) => ({
    ...{ host: api.managementHost, port: api.managementPort, setting: 'MANAGEMENT_PORT' },
    tls: tlsFilesOf(api).management,
    ...management,
  })),
  listenerCheck('listeners/userservice', ({ userService: { host, port, ...more } }) => ({
    ...{ host, port, setting: 'LEGACY_PORT', tls: tlsFilesOf(more).service },
    ...service,
  })),
  listenerCheck('listeners/userservice-management', ({ userService }) => ({
    host: userService.managementHost,
    port: userService.managementPort,
    setting: 'LEGACY_MANAGEMENT_PORT',
    tls: tlsFilesOf(userService).management,
    ...management,
  })),
];

async function examined(listener: Place, deployment: Deployment): Promise<Finding> {
  const { host, port, setting, isOurs, tls } = listener;
  const socket = socketPath(host);
  if (socket === null && port === 0)
    throw new Skipped(`${setting} is 0: a free port is taken at each start`);
  const place = shownPlace(listener);
  const { installation } = deployment.machine;
  if (socket === null && isElsewhere(host)) {
    const sentence = `${place} is no address of this machine: the service cannot listen there`;
    const name = setting.replace(/PORT$/, 'HOST');
    const isImage = installation === 'image';
    return settingFinding('fault', deployment, sentence, {
      [name]: isImage ? '0.0.0.0' : '127.0.0.1',
    });
  }
  const answer = await ask(listener);
  if (
    answer === 'free' &&
    installation === 'debian' &&
    socket === null &&
    (await isPrivileged(port))
  ) {
    const sentence = `The account of the service may not listen on ${place}: let a proxy do so`;
    const free = await freePort(host, OWN_PORTS[setting]! - 1);
    return settingFinding('fault', deployment, sentence, { [setting]: String(free) });
  }
  if (answer === 'free') return ok(`${place} is free: nothing listens there`);
  if (answer === 'refused')
    throw new Skipped(`${place} is for another account: run doctor as root or as that one`);
  if (answer instanceof OtherCertificate) {
    return fault(
      `${place} shows ${answer.message}: the service has not taken it up`,
      'shell',
      await reloadOf(deployment),
    );
  }
  const isSilent = answer === 'silent';
  if (answer !== null && !isSilent && isOurs(answer))
    return ok(`chat-admin listens on ${place}${tls === null ? '' : ' with TLS'}`);
  const silently = isSilent ? ', which does not answer' : '';
  if (socket !== null) return takenSocket(place, setting, silently);
  const found = await listenerOn(host, port);
  const program = found === null ? null : await programOf(found);
  const free = await freePort(host, port);
  const sentence = `${place} is taken by ${program ?? 'another program'}${silently}`;
  return settingFinding('fault', deployment, sentence, { [setting]: String(free) });
}

/** Whether an address is of this machine's interfaces; names are left to the system. */
function isElsewhere(host: string): boolean {
  if (isIP(host) === 0 || /^(127\..*|0\.0\.0\.0|::1?)$/.test(host)) return false;
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return !own.some(({ address }) => address === host);
}

/** Whether a port needs a right that the unit does not give. */
async function isPrivileged(port: number): Promise<boolean> {
  const first = await readFile(FIRST_FREE, 'utf8').catch(() => '1024');
  return port < Number(first);
}

/** The files of certificates are read again. */
async function reloadOf(deployment: Deployment): Promise<string> {
  const { machine } = deployment;
  if (machine.installation === 'image')
    return 'docker compose kill --signal HUP chat-admin # or: podman kill --signal HUP chat-admin';
  return machine.hasSystemd
    ? `systemctl reload ${(await deployment.runningUnits()).join(' ')}`
    : deployment.restart();
}

/** The program behind a socket of Unix is not known. */
const takenSocket = (place: string, setting: string, silently: string): Finding =>
  fault(
    `${place} is taken by another program${silently}`,
    'settings',
    `${setting.replace(/PORT$/, 'HOST')}=${place.replace(/(\.sock)?$/, '-2.sock')}`,
  );

/** `null`: something listens that does not answer as the settings say; `silent`: or not at all; `refused`: this account may not ask */
async function ask(
  place: ListenerPlace & { readonly path: string },
): Promise<ListenerAnswer | OtherCertificate | 'free' | 'refused' | 'silent' | null> {
  try {
    return await askListener(place, place.path, ANSWER_WITHIN_MS);
  } catch (error) {
    if (error instanceof OtherCertificate) return error;
    if (error instanceof ListenerSilent) return 'silent';
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === 'ECONNREFUSED' || (code === 'ENOENT' && syscall === 'connect')) return 'free';
    if (code === 'EACCES' && syscall === 'connect') return 'refused';
    return null;
  }
}

async function freePort(host: string, taken: number): Promise<number> {
  for (let port = taken + 1; port < Math.min(taken + MOST_TRIES, 65_536); port += 1) {
    if (await isFree(host, port)) return port;
  }
  return 0;
}
