import { ownCommand } from '@chat-admin/configuration/own-command';
import { NoSuchSeal } from '@chat-admin/persistence/audit/audit-proof';
import { fault, ok } from '../check.js';
import type { Check } from '../check.js';
import { Skipped } from '../skipped.js';

/** Those before are left to `audit verify`: a seal may cover 10,000 entries. */
const NEWEST = 10;

/** Whether the newest entries of the audit log are as they were sealed. Contract: extensions E22 */
export const auditSeals: Check = {
  code: 'data/audit-seals',
  examine: async (deployment) => {
    await deployment.migrated();
    const { auditSeals: seals, auditProof } = await deployment.persistence();
    const { number, removed } = await seals.state();
    if (number === 0) throw new Skipped('the audit log has no seals yet: the API makes them');
    const from = Math.max(removed + 1, number - NEWEST + 1);
    const options = { from, anchors: [], key: null };
    const proof = await auditProof.verify(options).catch((error: unknown) => {
      if (error instanceof NoSuchSeal) return null;
      throw error;
    });
    if (proof === null) throw new Skipped('all seals of the audit log are older than is kept');
    const [first] = proof.faults;
    if (first !== undefined) {
      return fault(`The audit log is broken: ${first}`, 'shell', ownCommand('audit verify'));
    }
    return ok(`The audit log is as its newest seals say (${proof.seals})`);
  },
};
