import { withUseCases } from '../../database/use-cases.js';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import type { ServiceDomain } from '@chat-admin/domain/shared/service-domain';
import { treatmentIn } from '@chat-admin/domain/persons/person-erasure';
import { WHAT_STAYS } from '@chat-admin/domain/persons/personal-kinds';
import { NonLocalUser } from '@chat-admin/domain/users/errors';
import { localUser } from '@chat-admin/domain/users/local-user';
import { report } from '../../program/action.js';
import type { Action, ReportOptions } from '../../program/action.js';
import { UnusableWord } from '../../outcome/failures.js';
import { writeNewFile } from '../../files/new-file.js';
import type { ForceOptions } from '../../words/last-administrator.js';

export interface PersonOptions extends ReportOptions {
  readonly jid: string;
}

export interface ExportOptions extends PersonOptions {
  readonly out: string;
}

export interface EraseOptions extends PersonOptions, ForceOptions {
  readonly messages?: string;
  readonly confirm: string;
}

/** The file has its name when it is complete. */
export const exportPerson: Action<ExportOptions> = (options, terminal) => {
  const { jid, out } = options;
  const described = { command: `person export ${jid}`, object: `/users/${jid}` };
  return withUseCases(terminal, described, async ({ personExport }, { transactions, domain }) => {
    ownUser(jid, domain);
    const { username, file } = await personExport.export(jid);
    const bytes = await writeNewFile(out, file, () => transactions.run(() => Promise.resolve()));
    report(terminal, options, { username, file: out, bytes }, [
      `${username} is exported to ${out} (${bytes} bytes)`,
    ]);
  });
};

/** The chat server is not told: it ends sessions of accounts that have gone within seconds. */
export const erasePerson: Action<EraseOptions> = (options, terminal) => {
  const { jid, confirm, messages, force: mayEndLast = false } = options;
  if (confirm !== jid) {
    throw new UnusableWord(`--confirm ${confirm} does not repeat ${jid}: nothing is erased`);
  }
  const treatment = treatmentIn(messages);
  const described = {
    command: `person erase ${jid} --messages ${treatment}`,
    object: `/users/${jid}`,
  };
  return withUseCases(terminal, described, async (useCases, { domain }) => {
    const name = ownUser(jid, domain);
    const { personErasure, administratorProtection } = useCases;
    const erased = await administratorProtection.losing(name, { mayEndLast }, () =>
      personErasure.erase(name, treatment),
    );
    const what = treatment === 'delete' ? 'deleted' : 'anonymised';
    report(terminal, options, { ...erased, stays: WHAT_STAYS }, [
      `${erased.username} is erased; messages in rooms: ${erased.messages} ${what}`,
      'What stays:',
      ...WHAT_STAYS.map((kind) => `- ${kind}`),
    ]);
  });
};

/** @throws UnusableWord for another domain */
function ownUser(jid: string, domain: ServiceDomain): Localpart {
  try {
    return localUser(jid, domain);
  } catch (error) {
    if (!(error instanceof NonLocalUser)) throw error;
    throw new UnusableWord(`${jid} is of another domain: the accounts here are of ${domain.name}`);
  }
}
