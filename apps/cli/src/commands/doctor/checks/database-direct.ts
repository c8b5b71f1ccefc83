import { sameDatabase } from '@chat-admin/persistence/database/same-database';
import { databaseReason } from '@chat-admin/server/composition/database-faults';
import { fault, ok } from '../check.js';
import type { Check, Finding } from '../check.js';
import { directWay, pooledWay } from '../pooled-way.js';
import { Skipped } from '../skipped.js';

const ADDRESS =
  "DATABASE_DIRECT_URL='postgres://<user>:<password>@<the server itself>/<the database of DATABASE_URL>'";
const wrong = (sentence: string): Finding => fault(sentence, 'settings', ADDRESS);

/** Whether `DATABASE_DIRECT_URL` leads to sessions of the same database. */
export const databaseDirect: Check = {
  code: 'database/direct',
  examine: async (deployment) => {
    const direct = await directWay(deployment).catch((error: unknown) => {
      if (error instanceof Skipped) throw error;
      return wrong(`DATABASE_DIRECT_URL cannot be used: ${databaseReason(error)}`);
    });
    if (direct === null) throw new Skipped('DATABASE_DIRECT_URL is not set');
    if ('level' in direct) return direct;
    if (direct.mode === 'transaction')
      return wrong('DATABASE_DIRECT_URL leads through a pooler that lends sessions, too');
    const { servers } = await pooledWay(deployment);
    if (!(await sameDatabase(servers, direct.servers)))
      return wrong('DATABASE_DIRECT_URL names another database than DATABASE_URL');
    return ok('DATABASE_DIRECT_URL leads to the same database without a pooler');
  },
};
