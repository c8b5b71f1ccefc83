import type { PersonErasure } from '../persons/person-erasure.js';
import type { PersonExport } from '../persons/person-export.js';
import type { Patch } from '../shared/patch.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import { localUser } from '../users/local-user.js';
import { objectAt } from './job-line.js';
import type { LineContext, LinePlanner, PlannedLine } from './job-line.js';

export type ErasureLine = Patch<{
  /** a user name is as its bare JID */
  readonly jid?: string | undefined;
  readonly messages?: string | undefined;
}>;

/** Lines that erase people. Contract: extensions E7.1 */
export class ErasureLines implements LinePlanner<ErasureLine> {
  constructor(
    private readonly erasure: PersonErasure,
    private readonly domain: ServiceDomain,
  ) {}

  /** @throws UserNotFound, NonLocalUser */
  plan({ jid, messages }: ErasureLine, context: LineContext): PlannedLine {
    const name = localUser((jid ?? '').trim(), this.domain);
    return {
      object: objectAt('users', name),
      named: ['users', name],
      run: async () => {
        await context.endingLogin(name, () => this.erasure.erase(name, messages));
        return 'removed';
      },
    };
  }
}

export type ExportLine = Patch<{
  /** a user name is as its bare JID */
  readonly jid?: string | undefined;
}>;

/** The line that makes a file of what is kept of a person. Contract: extensions E7.1 */
export class ExportLines implements LinePlanner<ExportLine> {
  constructor(
    private readonly exports: PersonExport,
    private readonly domain: ServiceDomain,
  ) {}

  /** @throws UserNotFound, NonLocalUser */
  plan({ jid }: ExportLine, { options, keepFile }: LineContext): PlannedLine {
    const name = localUser((jid ?? '').trim(), this.domain);
    return {
      object: objectAt('users', name),
      named: ['users', name],
      run: async () => {
        const { file } = await this.exports.export(name);
        if (!options.dryRun) await keepFile(file);
        return 'created';
      },
    };
  }
}
