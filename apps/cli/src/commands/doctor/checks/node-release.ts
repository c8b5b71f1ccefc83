import { ok, warning } from '../check.js';
import type { Check, Finding } from '../check.js';

/** Of those that the program starts with. */
const ENDS: Readonly<Record<number, string>> = {
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
  26: '2029-04-30',
};

export const nodeRelease: Check = {
  code: 'program/node',
  examine: ({ clock }) => ofNode(process.versions.node, clock()),
};

/** @param now milliseconds since the epoch */
export function ofNode(version: string, now: number): Finding {
  const major = Number(version.split('.')[0]);
  const end = ENDS[major];
  if (end === undefined) return ok(`Node ${version}`);
  if (now < Date.parse(end)) return ok(`Node ${version} gets fixes until ${end}`);
  return warning(
    `Node ${version} has got no fixes since ${end}`,
    'shell',
    'npm install --global n && n 24 # the packages and the image have Node 24 of their own',
  );
}
