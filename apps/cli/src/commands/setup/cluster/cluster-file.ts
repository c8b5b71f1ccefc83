import { isIP } from 'node:net';
import { domainpart } from '@chat-admin/domain/shared/jid';
import { parseDocument } from 'yaml';
import { EXIT } from '../../../outcome/exit-codes.js';
import { CommandFault } from '../../../outcome/failures.js';

/** What runs on a machine. */
export const PARTS = ['database', 'chat', 'api', 'balancer'] as const;
export type Part = (typeof PARTS)[number];

export interface ClusterMachine {
  readonly name: string;
  /** of the private network between the machines */
  readonly address: string;
}

/** A domain that several machines serve together, as `cluster.yaml` describes it. */
export interface Cluster extends Readonly<Record<Part, readonly ClusterMachine[]>> {
  readonly domain: string;
  readonly machines: readonly ClusterMachine[];
  /** major version of PostgreSQL */
  readonly postgresql: number;
  /** whether PgBouncer runs beside each API */
  readonly pooler: boolean;
}

const MEMBERS = ['domain', 'machines', ...PARTS, 'postgresql', 'pooler'];
/** of the host, of Patroni, and of the chat server */
const MACHINE = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** Debian 12 has it. */
const POSTGRESQL = 15;
const OLDEST = 13;
const NEWEST = 99;
/** Of fewer machines none has a majority after the loss of one. */
const FEWEST_OF_DATABASE = 3;
const FEWEST: Readonly<Partial<Record<Part, string>>> = {
  chat: 'must list the machines with a Prosody',
  api: 'must list the machines with an API',
};

/**
 * Reads `cluster.yaml`.
 * @param name of the file, for errors
 * @throws CommandFault with all faults at once
 */
export function readCluster(name: string, text: string): Cluster {
  const document = parseDocument(text);
  const faults = document.errors.map(({ message }) => message.split('\n')[0]!);
  const value: unknown = faults.length > 0 ? null : document.toJS();
  const reader = new Reader(faults);
  const cluster = isObject(value) ? reader.cluster(value) : null;
  if (cluster === null && faults.length === 0) faults.push(`must have ${MEMBERS.join(', ')}`);
  if (cluster !== null && faults.length === 0) return cluster;
  const message = `${name} cannot be used:\n${faults.map((fault) => `  ${fault}`).join('\n')}`;
  throw new CommandFault(EXIT.configuration, 'configuration', message, null);
}

class Reader {
  constructor(private readonly faults: string[]) {}

  cluster(value: Readonly<Record<string, unknown>>): Cluster {
    for (const member of Object.keys(value))
      if (!MEMBERS.includes(member)) this.faults.push(`${member}: is unknown`);
    const machines = this.machines(value['machines']);
    const listed = (part: Part) => this.listed(part, value[part], machines);
    const cluster = {
      domain: this.domain(value['domain']),
      machines,
      database: listed('database'),
      chat: listed('chat'),
      api: listed('api'),
      balancer: listed('balancer'),
      postgresql: this.version(value['postgresql'] ?? POSTGRESQL),
      pooler: value['pooler'] === true,
    };
    if (![undefined, true, false].includes(value['pooler'] as boolean))
      this.faults.push('pooler: must be true or false');
    return cluster;
  }

  private domain(value: unknown): string {
    const domain = typeof value === 'string' ? domainpart(value) : null;
    if (domain === null) this.faults.push('domain: must be the XMPP domain');
    return domain ?? '';
  }

  private machines(value: unknown): readonly ClusterMachine[] {
    if (!isObject(value)) {
      this.faults.push('machines: must have an address for each name, {m1: 10.0.0.1, …}');
      return [];
    }
    const machines = Object.entries(value).map(([name, address]) => {
      if (!MACHINE.test(name))
        this.faults.push(`machines.${name}: a name has small letters, digits and hyphens`);
      if (typeof address !== 'string' || isIP(address) === 0)
        this.faults.push(`machines.${name}: must be an IP address`);
      return { name, address: String(address) };
    });
    const addresses = machines.map(({ address }) => address);
    const twice = addresses.filter((address, index) => addresses.indexOf(address) !== index);
    for (const address of twice) this.faults.push(`machines: ${address} is of two machines`);
    return machines;
  }

  private listed(
    part: Part,
    value: unknown,
    machines: readonly ClusterMachine[],
  ): readonly ClusterMachine[] {
    const names: readonly unknown[] = Array.isArray(value) ? value : [];
    if (value !== undefined && !Array.isArray(value))
      this.faults.push(`${part}: must be a list of machines`);
    else if (part === 'database' && names.length < FEWEST_OF_DATABASE)
      this.faults.push('database: must list at least three machines, so that a majority is left');
    else if (names.length === 0 && FEWEST[part]) this.faults.push(`${part}: ${FEWEST[part]}`);
    if (new Set(names).size < names.length) this.faults.push(`${part}: lists a machine twice`);
    return names.flatMap((name) => {
      const found = machines.filter((machine) => machine.name === name);
      if (found.length === 0)
        this.faults.push(`${part}: ${String(name)} is not one of the machines`);
      return found;
    });
  }

  private version(value: unknown): number {
    if (Number.isInteger(value) && Number(value) >= OLDEST && Number(value) <= NEWEST)
      return Number(value);
    this.faults.push('postgresql: must be its major version, 13 or newer');
    return POSTGRESQL;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An address as URLs have it. */
export const inUrl = (address: string): string => (isIP(address) === 6 ? `[${address}]` : address);

/** Whether this part runs on the machine. */
export const runsOn = (cluster: Cluster, part: Part, machine: ClusterMachine): boolean =>
  cluster[part].some(({ name }) => name === machine.name);
