import { AdministratorProtection } from '@chat-admin/domain/access/administrator-protection';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import type { ServiceDomain } from '@chat-admin/domain/shared/service-domain';
import { DefaultOwners } from '@chat-admin/domain/system/default-owners';
import { NoChatServer } from '@chat-admin/domain/chat-server/chat-server';
import { PersonErasure, treatmentIn } from '@chat-admin/domain/persons/person-erasure';
import { PersonExport } from '@chat-admin/domain/persons/person-export';
import { WHAT_STAYS } from '@chat-admin/domain/persons/personal-kinds';
import { NonLocalUser } from '@chat-admin/domain/users/errors';
import { localUser } from '@chat-admin/domain/users/local-user';
import { UserRemoval } from '@chat-admin/domain/users/user-removal';
import type { Persistence } from '@chat-admin/server/composition/open-persistence';
import { report } from './action.js';
import type { Action } from './action.js';
import type { EraseOptions, ExportOptions } from './commands/person.js';
import { EXIT } from './exit-codes.js';
import { UnusableWord } from './failures.js';
import { writeNewFile } from './new-file.js';
import { onDatabase } from './on-database.js';

/** The file has its name when it is complete. */
export const exportPerson: Action<ExportOptions> = (options, terminal) => {
  const { jid, out } = options;
  const described = { command: `person export ${jid}`, object: `/users/${jid}` };
  return onDatabase(terminal.environment, described, async (persistence) => {
    const { users, personFiles, transactions, domain } = persistence;
    ownUser(jid, domain);
    const exports = new PersonExport(users, personFiles, domain);
    const { username, file } = await exports.export(jid);
    const bytes = await writeNewFile(out, file, () => transactions.run(() => Promise.resolve()));
    report(terminal, options, { username, file: out, bytes }, [
      `${username} is exported to ${out} (${bytes} bytes)`,
    ]);
    return EXIT.done;
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
  return onDatabase(terminal.environment, described, async (persistence) => {
    const name = ownUser(jid, persistence.domain);
    const { erasure, protection } = useCasesOf(persistence);
    const erased = await protection.losing(name, { mayEndLast }, () =>
      erasure.erase(name, treatment),
    );
    const what = treatment === 'delete' ? 'deleted' : 'anonymised';
    report(terminal, options, { ...erased, stays: WHAT_STAYS }, [
      `${erased.username} is erased; messages in rooms: ${erased.messages} ${what}`,
      'What stays:',
      ...WHAT_STAYS.map((kind) => `- ${kind}`),
    ]);
    return EXIT.done;
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

function useCasesOf(persistence: Persistence) {
  const { userChanges, rosters, roomHistory, transactions, domain, properties } = persistence;
  const chatServer = new NoChatServer();
  const removal = new UserRemoval(
    userChanges,
    transactions,
    domain,
    properties,
    chatServer,
    new DefaultOwners(persistence),
  );
  return {
    erasure: new PersonErasure(removal, rosters, roomHistory, transactions, domain),
    protection: new AdministratorProtection(persistence),
  };
}
