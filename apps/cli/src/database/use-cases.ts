import { ApiConfig } from '@chat-admin/api/config';
import { loadConfig } from '@chat-admin/configuration/load-config';
import { ScramPasswordHasher } from '@chat-admin/credentials/scram-password-hasher';
import { NoChatServer } from '@chat-admin/domain/chat-server/chat-server';
import { createUseCases } from '@chat-admin/domain/use-cases';
import type { Ports, UseCases } from '@chat-admin/domain/use-cases';
import type { PasswordHasher } from '@chat-admin/domain/users/credentials';
import type { Persistence } from '@chat-admin/server/composition/open-persistence';
import { portsOf } from '@chat-admin/server/composition/ports';
import type { Terminal } from '../program/action.js';
import { EXIT } from '../outcome/exit-codes.js';
import type { Described } from './command-audit.js';
import { addressed, onDatabase } from './on-database.js';

export const OPTIONS = { securityPropertiesOpen: true, auditWriteOnly: false };

/**
 * Runs use cases on the database of the services, then ends with 0. What they change leaves an audit entry.
 * @throws what {@link onDatabase} throws
 */
export function withUseCases(
  { environment }: Pick<Terminal, 'environment'>,
  described: Described,
  work: (useCases: UseCases, persistence: Persistence) => Promise<number | void>,
): Promise<number> {
  return onDatabase(environment, described, async (persistence) => {
    const exit = await work(useCasesOf(persistence, environment), persistence);
    return exit ?? EXIT.done;
  });
}

/** The chat server is not told: it compares what is live with the database every few seconds. */
export function useCasesOf(persistence: Persistence, environment: NodeJS.ProcessEnv): UseCases {
  return createUseCases(portsFor(persistence, environment), OPTIONS);
}

export const portsFor = (persistence: Persistence, environment: NodeJS.ProcessEnv): Ports =>
  portsOf({ persistence, hasher: hasherOf(environment), chatServer: new NoChatServer() });

/** Reads the settings of the API once a password is derived: other commands run while these have faults. */
function hasherOf(environment: NodeJS.ProcessEnv): PasswordHasher {
  const hasher = () => {
    const settings = loadConfig(ApiConfig, addressed(environment, 'postgres://given'));
    return new ScramPasswordHasher(settings.scramIterations);
  };
  return {
    derive: (password) => hasher().derive(password),
    deriveAll: (passwords) => hasher().deriveAll(passwords),
    matches: (password, credentials) => hasher().matches(password, credentials),
  };
}
