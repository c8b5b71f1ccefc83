import { statfs } from 'node:fs/promises';
import { fault, ok, warning } from '../check.js';
import { Skipped } from '../skipped.js';
import type { Check, Finding } from '../check.js';

const GIB = 1024 ** 3;

export const databaseSpace: Check = {
  code: 'database/space',
  examine: async (deployment) => {
    const { dataDirectory } = await deployment.server();
    const found = dataDirectory === null ? null : await statfs(dataDirectory).catch(() => null);
    if (found === null) throw new Skipped('The folder of the database is not to be seen from here');
    return ofSpace(found.bavail * found.bsize, found.blocks * found.bsize);
  },
};

/** @param free and `whole` in bytes */
export function ofSpace(free: number, whole: number): Finding {
  const text = `${(free / GIB).toFixed(1)} of ${(whole / GIB).toFixed(1)} GiB are free for the database`;
  const remedy = 'du -xh --max-depth=2 /var | sort -h | tail # what takes the space';
  if (free < GIB / 4) return fault(text, 'shell', remedy);
  return free < GIB || free < whole / 20 ? warning(text, 'shell', remedy) : ok(text);
}
