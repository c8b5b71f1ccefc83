import type {
  DirectoryStep,
  DirectoryStepName,
} from '@chat-admin/domain/directories/directory-source';
import { bindReader } from './connect-reader.js';
import type { FaultStep } from './connection-fault.js';
import { DirectoryClient, READING } from './directory-client.js';
import type { DirectoryConfiguration } from './directory-configuration.js';
import type { DirectoryKind } from './directory-kind.js';
import type { PasswordTrials } from './password-trials.js';
import { readGroups } from './read-groups.js';
import { readPeople } from './read-people.js';
import type { PeopleIds } from './read-people.js';

const CONNECTING = ['resolve', 'connect', 'tls', 'bind'] as const;

const ALL = { changed: null, attributes: [], note: () => undefined };

/** Tries every server, then reads from the first that lets the reader in. */
export async function checkSteps(
  configuration: DirectoryConfiguration,
  kind: DirectoryKind,
  trials: PasswordTrials,
  login: { readonly username: string; readonly password: string } | undefined,
  stop?: AbortSignal,
): Promise<readonly DirectoryStep[]> {
  const { client, steps } = await connecting(configuration, stop);
  try {
    let people: PeopleIds | null = null;
    const step = async (name: DirectoryStepName, work: (() => Promise<string>) | null) => {
      steps.push(await tried(name, client === null ? null : work));
    };
    await step('people', async () => {
      let unnamed = 0;
      let disabled = 0;
      const context = { client: client!, configuration, kind };
      const { ids, referrals } = await readPeople(context, ALL, async (entries) => {
        for (const entry of entries) {
          if (entry.kind !== 'person') continue;
          if (entry.username === null) unnamed += 1;
          if (entry.disabled) disabled += 1;
        }
      });
      people = ids;
      if (ids.size === 0) throw new Error(`nobody below ${configuration.people.base} is found`);
      return [
        `${ids.size} people`,
        ...(disabled > 0 ? [`${disabled} of them disabled`] : []),
        ...(unnamed > 0 ? [`${unnamed} without ${configuration.people.map.username}`] : []),
        ...(referrals > 0 ? [`${referrals} referrals not followed`] : []),
      ].join(', ');
    });
    const { groups } = configuration;
    await step(
      'groups',
      groups === null || people === null
        ? null
        : async () => {
            let number = 0;
            const context = { client: client!, configuration, kind };
            const { strangers } = await readGroups(
              context,
              groups,
              people!,
              ALL,
              async (entries) => {
                number += entries.length;
              },
            );
            if (number === 0) throw new Error(`no group below ${groups.base} is found`);
            const some = strangers > 0 ? [`${strangers} members are none of the people`] : [];
            return [`${number} groups`, ...some].join(', ');
          },
    );
    await step('changes', async () => {
      const bases = [configuration.people.base, ...(groups === null ? [] : [groups.base])];
      const progress = await kind.begin(client!, bases, null);
      return kind.changesRemark(progress!.end(true).cursor) ?? '';
    });
    if (login !== undefined) {
      await step('login', async () => {
        const found = await trials.bindByName(login.username, login.password, stop);
        if (found === null) throw new Error('names are made of several attributes: log in to try');
        if (found.outcome !== 'right') throw new Error(found.outcome);
        return 'the password is right';
      });
    }
    return steps;
  } finally {
    client?.close();
    trials.close();
  }
}

async function connecting(
  configuration: DirectoryConfiguration,
  signal: AbortSignal | undefined,
): Promise<{
  readonly client: DirectoryClient | null;
  readonly steps: DirectoryStep[];
}> {
  const found = CONNECTING.map((name) => ({
    name,
    faults: [] as string[],
    ms: 0,
    isReached: false,
  }));
  let client: DirectoryClient | null = null;
  for (const [index, server] of configuration.servers.entries()) {
    const address = configuration.settings.servers[index]!;
    let current = found[0]!;
    let since = performance.now();
    const enter = (name: FaultStep) => {
      current.ms += performance.now() - since;
      since = performance.now();
      current = found.find((one) => one.name === name) ?? current;
      current.isReached = true;
    };
    try {
      const opened = await bindReader(configuration, server, { limits: READING, signal }, enter);
      if (client === null) client = opened;
      else opened.close();
    } catch (error) {
      current.faults.push(`${address}: ${(error as Error).message}`);
    }
    current.ms += performance.now() - since;
  }
  const steps = found.map(({ name, faults, ms, isReached }): DirectoryStep => ({
    name,
    outcome: faults.length > 0 ? 'failed' : isReached ? 'ok' : 'skipped',
    message: faults.length > 0 ? faults.join('; ') : null,
    milliseconds: Math.round(ms),
  }));
  return { client, steps };
}

async function tried(
  name: DirectoryStepName,
  work: (() => Promise<string>) | null,
): Promise<DirectoryStep> {
  if (work === null) return { name, outcome: 'skipped', message: null, milliseconds: 0 };
  const begun = performance.now();
  const taken = () => Math.round(performance.now() - begun);
  try {
    const message = await work();
    return { name, outcome: 'ok', message: message || null, milliseconds: taken() };
  } catch (error) {
    return { name, outcome: 'failed', message: (error as Error).message, milliseconds: taken() };
  }
}
