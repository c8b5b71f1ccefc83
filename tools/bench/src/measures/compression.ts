import { setTimeout as pause } from 'node:timers/promises';
import { compressed } from '@chat-admin/api/http/compression';
import { deriveScramKeys } from '@chat-admin/credentials/scram-keys';
import { ScramPasswordHasher } from '@chat-admin/credentials/scram-password-hasher';
import { DERIVE_ITERATIONS } from '../bed.js';
import type { Figure } from '../figures.js';
import { usersText } from '../load/requests.js';
import { alternate } from '../rounds.js';
import type { Settings } from '../settings.js';

const FLOOD = 200;
const USERS_IN_TEXT = 34;

/**
 * How long a response of 11 kB waits for gzip while passwords are derived, in this process: P17.
 */
export async function measureCompression(settings: Settings): Promise<Figure[]> {
  const text = usersText('xml', USERS_IN_TEXT, 'zipped');
  const worstDuring = async (flood: () => Promise<unknown>) => {
    let over = false;
    const flooded = flood().finally(() => (over = true));
    let worst = 0;
    do {
      const begin = performance.now();
      await compressed(text);
      worst = Math.max(worst, performance.now() - begin);
      await pause(1);
    } while (!over);
    await flooded;
    return worst;
  };
  const hasher = new ScramPasswordHasher(DERIVE_ITERATIONS);
  const all = (derive: (password: string) => Promise<unknown>) => () =>
    Promise.all(Array.from({ length: FLOOD }, (_, index) => derive(`password ${index}`)));
  const times = await alternate(
    {
      idle: () => worstDuring(() => pause(100)),
      limited: () => worstDuring(all((password) => hasher.derive(password))),
      unlimited: () =>
        worstDuring(all((password) => deriveScramKeys('sha256', password, DERIVE_ITERATIONS))),
    },
    settings.rounds,
  );
  return [
    {
      goal: 'P17',
      what: 'longest gzip of 11 kB while 200 users get keys',
      values: times.limited,
      unit: 'ms',
      atMost: 10,
    },
    { goal: '', what: 'same at idle', values: times.idle, unit: 'ms' },
    {
      goal: '',
      what: 'same with derivations that nobody limits',
      values: times.unlimited,
      unit: 'ms',
    },
  ];
}
