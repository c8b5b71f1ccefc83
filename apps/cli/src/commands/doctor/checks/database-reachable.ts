import { existsSync } from 'node:fs';
import { databaseError } from '@chat-admin/persistence/database/database-error';
import { databaseReason } from '@chat-admin/server/composition/database-faults';
import { AS_ROOT } from '../account.js';
import { fault, ok } from '../check.js';
import { Skipped } from '../skipped.js';
import type { Check, Finding, Remedy } from '../check.js';
import { installing, opening } from '../installing.js';
import { otherService } from '../machine.js';
import type { Machine } from '../machine.js';
import type { Deployment } from '../deployment.js';
import { identifier } from '../quoted.js';

const HERE = /^(localhost|127\.|\[?::1\]?$|this machine$)/;

export const databaseReachable: Check = {
  code: 'database/reachable',
  examine: async (deployment) => {
    try {
      await deployment.connect();
      return ok('The database answers');
    } catch (error) {
      if (error instanceof Skipped) throw error;
      return explained(error, deployment);
    }
  },
};

async function explained(error: unknown, deployment: Deployment): Promise<Finding> {
  const { place, machine } = deployment;
  if ('reason' in place) {
    return /^DATABASE_URL_FILE:/.test(place.reason)
      ? fault(place.reason, ...(await readable(deployment)))
      : fault(place.reason, ...(await installing(deployment)));
  }
  const { user, database, host } = namesIn(place.url);
  const sentence = `The database cannot be reached: ${databaseReason(error)}`;
  const role = identifier(user);
  const { code } = databaseError(error);
  const isOfSetup = machine.installation === 'debian' && HERE.test(host) && user === database;
  if (isOfSetup && ['3D000', '28P01', '28000'].includes(code ?? ''))
    return fault(sentence, ...(await installing(deployment)));
  if (code === '3D000') {
    return fault(
      `There is no database ${database}`,
      'superuser',
      `create database ${identifier(database)} owner ${role} template template0 encoding 'UTF8';`,
    );
  }
  if (code === '28P01' || code === '28000') {
    return fault(sentence, 'superuser', `\\password ${role}`);
  }
  if (code === '53300') return fault(sentence, 'superuser', unlimited(database, user));
  if (code === '42501') {
    const grant = `grant connect on database ${identifier(database)} to ${role};`;
    return fault(sentence, 'superuser', grant);
  }
  return fault(sentence, 'shell', starting(machine, host));
}

/** Debian's unit `postgresql` stays active when a cluster has failed, so that a start would do nothing. */
function starting(machine: Machine, host: string): string {
  if (machine.installation === 'image') return otherService(machine, 'start', host);
  return HERE.test(host)
    ? otherService(machine, 'restart', 'postgresql')
    : `systemctl restart postgresql # on ${host}`;
}

/** A file of the address that is there, and belongs to somebody else. */
async function readable(deployment: Deployment): Promise<[Remedy['where'], string]> {
  const { environment, machine } = deployment;
  const file = environment['DATABASE_URL_FILE'] ?? '';
  if (machine.installation === 'image') return opening([file], deployment);
  if (!existsSync(file))
    return ['settings', "DATABASE_URL_FILE='<a file that this account may read>'"];
  return ['shell', AS_ROOT];
}

/** Takes away the limits of a database and a role. */
export function unlimited(database: string, role: string): string {
  return [
    `alter database ${identifier(database)} connection limit -1;`,
    `alter role ${identifier(role)} connection limit -1;`,
  ].join('\n');
}

/** Of an address that the settings have accepted, with the first of several hosts. */
export function namesIn(url: string): {
  readonly user: string;
  readonly database: string;
  readonly host: string;
} {
  const [, user = '', hosts = '', database = ''] =
    /^[^:]+:\/\/(?:([^:/@]*)(?::[^/]*)?@)?([^/?]*)\/?([^?]*)/.exec(url) ?? [];
  const name = decodeURIComponent(user) || 'postgres';
  const host = hosts.split(',')[0]!.replace(/:\d+$/, '') || 'this machine';
  return { user: name, database: decodeURIComponent(database) || name, host };
}
