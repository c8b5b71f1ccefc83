import type { Localpart } from '../shared/jid.js';
import type { Lockout } from '../users/lockout.js';
import { CarryOut } from './carry-out.js';
import type { CarryOutPorts, SourceUseCases } from './carry-out.js';

const NAME = 'ann' as Localpart;
const lockout: Lockout = {
  ...{ username: NAME, author: 'root', reason: null, created: new Date(0) },
  ...{ from: new Date(0), until: null, active: true },
};

/** Has somebody gone. @returns whom the source has locked */
async function lockedWhen(find: () => Promise<Lockout | null>) {
  const locked: string[] = [];
  const useCases = {
    lockouts: { put: async (name: string) => locked.push(name) },
    administratorProtection: {
      losing: (_name: string, _rule: unknown, change: () => Promise<unknown>) => change(),
    },
  } as unknown as SourceUseCases;
  const ports = {
    runs: { putGone: async () => undefined },
    lockouts: { find },
  } as unknown as CarryOutPorts;
  const carryOut = new CarryOut('directory:main', useCases, ports, '');
  const plan = { object: '/users/ann', changed: [], was: null };
  await carryOut.gone({ name: NAME }, { ...plan, outcome: 'locked', work: 'lock' });
  return locked;
}

it.each([
  ['without a lockout is locked', null, [NAME]],
  ['whom somebody has locked for ever stays so', lockout, []],
  ['whose lockout ends is locked', { ...lockout, until: new Date(8e15) }, [NAME]],
  ['whose lockout does not hold is locked', { ...lockout, active: false }, [NAME]],
])('who is gone, %s', async (_who, held, expected) => {
  expect(await lockedWhen(async () => held)).toEqual(expected);
});

it('nobody is locked where it cannot be told who has locked him', async () => {
  const away = new Error('The database is away');
  await expect(lockedWhen(() => Promise.reject(away))).rejects.toBe(away);
});
