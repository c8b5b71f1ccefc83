import { ok, warning } from '../check.js';
import type { Check } from '../check.js';

const TOLERATED_MS = 5_000;

/** Times of keys, sessions and audit entries are told by both clocks. */
export const clock: Check = {
  code: 'program/clock',
  examine: async (deployment) => {
    const { clockOff } = await deployment.server();
    if (clockOff <= TOLERATED_MS) return ok('The clocks of this machine and of the database agree');
    return warning(
      `The clocks of this machine and of the database differ by ${Math.round(clockOff / 1_000)} s`,
      'shell',
      'timedatectl set-ntp true # on both machines',
    );
  },
};
