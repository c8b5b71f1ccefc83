import { ownCommand } from '@chat-admin/configuration/own-command';
import { fault, ok, some } from '../check.js';
import type { Check } from '../check.js';

export const access: Check = {
  code: 'access/barriers',
  examine: async (deployment) => {
    const barriers = await (await deployment.useCases()).accessRecovery.barriers();
    if (barriers.length === 0) return ok('Nothing that is stored keeps callers out');
    const isUntold = barriers.some(({ missing }) => missing !== null);
    const from = isUntold ? ' --allow-from 127.0.0.1' : '';
    const what = some(barriers.map((barrier) => barrier.what));
    return fault(what, 'shell', ownCommand(`access restore${from}`));
  },
};
