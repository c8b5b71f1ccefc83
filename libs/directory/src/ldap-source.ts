import {
  DirectorySource,
  ReadingEndedEarly,
} from '@chat-admin/domain/directories/directory-source';
import type {
  BindOutcome,
  DirectoryCursor,
  DirectoryIds,
  DirectoryStep,
  ReadingEnd,
  TakeEntries,
} from '@chat-admin/domain/directories/directory-source';
import { activeDirectory } from './active-directory.js';
import { MalformedMessage } from './ber.js';
import { checkSteps } from './check-steps.js';
import { connectReader } from './connect-reader.js';
import { ConnectionFault, OperationRefused } from './connection-fault.js';
import { READING } from './directory-client.js';
import type { DirectoryConfiguration } from './directory-configuration.js';
import type { DirectoryKind } from './directory-kind.js';
import { both } from './filters.js';
import { openldap } from './openldap.js';
import { other } from './other.js';
import { PasswordTrials } from './password-trials.js';
import { groupsChanged, readGroups } from './read-groups.js';
import type { GroupsRead } from './read-groups.js';
import { distinctIds, readPeople, sweepPeople } from './read-people.js';
import type { ReadPeople } from './read-people.js';

const NO_GROUPS: GroupsRead = { referrals: 0, strangers: 0 };

export interface SourceOptions {
  /** passwords that are tried at the same time */
  readonly binds?: number;
  readonly now?: () => number;
}

export function kindOf(
  { settings, people }: DirectoryConfiguration,
  now: () => number = Date.now,
): DirectoryKind {
  switch (settings.kind) {
    case 'ad':
      return activeDirectory;
    case 'openldap':
      return openldap(now);
    case 'other':
      return other(people.map.externalId);
  }
}

/** A directory that is read by LDAP. */
export class LdapSource extends DirectorySource {
  private readonly kind: DirectoryKind;
  private readonly trials: PasswordTrials;

  constructor(
    private readonly configuration: DirectoryConfiguration,
    { binds = 32, now = Date.now }: SourceOptions = {},
  ) {
    super();
    this.kind = kindOf(configuration, now);
    this.trials = new PasswordTrials(configuration, this.kind, binds);
  }

  everything(take: TakeEntries, stop?: AbortSignal): Promise<ReadingEnd> {
    return this.reading(stop, async (context) => {
      const progress = await this.kind.begin(context.client, this.bases, null);
      const unlimited = { ...progress!, changed: null };
      const { ids, referrals } = await readPeople(context, unlimited, take);
      const { groups } = this.configuration;
      const read =
        groups === null ? NO_GROUPS : await readGroups(context, groups, ids, progress!, take);
      return {
        ...progress!.end(true),
        referrals: referrals + read.referrals,
        strangers: read.strangers,
        gone: [],
      };
    });
  }

  changes(
    cursor: DirectoryCursor,
    take: TakeEntries,
    stop?: AbortSignal,
  ): Promise<ReadingEnd | null> {
    return this.reading(stop, async (context) => {
      const progress = await this.kind.begin(context.client, this.bases, cursor);
      if (progress === null) return null;
      const { changed } = progress;
      if (changed === null) {
        return { ...progress.end(false), referrals: 0, strangers: 0, gone: [] };
      }
      const { referrals } = await readPeople(context, progress, take);
      const { groups } = this.configuration;
      let read: GroupsRead = NO_GROUPS;
      if (groups !== null) {
        const filter = both(groups.filter, changed);
        if (await groupsChanged(context, groups, filter, progress)) {
          // any group may be part of others, and members may be people who have not changed
          const { ids } = await sweepPeople(context);
          read = await readGroups(context, groups, ids, progress, take);
        }
      }
      return {
        ...progress.end(false),
        referrals: referrals + read.referrals,
        strangers: read.strangers,
        gone: await progress.gone(),
      };
    });
  }

  ids(stop?: AbortSignal): Promise<DirectoryIds> {
    return this.reading(stop, async (context) => {
      const people = new Set((await sweepPeople(context)).ids.values());
      const { groups } = this.configuration;
      const found = new Set<string>();
      if (groups === null) return { people, groups: found };
      const { base, filter } = groups;
      const distinct = distinctIds(this.kind);
      await context.client.search(
        { base, filter, attributes: [this.kind.id.attribute], page: 500 },
        async (entries) => entries.forEach((entry) => found.add(distinct(entry))),
      );
      return { people, groups: found };
    });
  }

  bind(externalId: string, password: string, deadline?: AbortSignal): Promise<BindOutcome> {
    return this.trials.bind(externalId, password, deadline);
  }

  check(
    login?: { readonly username: string; readonly password: string },
    stop?: AbortSignal,
  ): Promise<readonly DirectoryStep[]> {
    return checkSteps(this.configuration, this.kind, this.trials, login, stop);
  }

  override close(): void {
    this.trials.close();
  }

  private get bases(): readonly string[] {
    const { people, groups } = this.configuration;
    return groups === null ? [people.base] : [people.base, groups.base];
  }

  private async reading<T>(
    signal: AbortSignal | undefined,
    work: (context: ReadPeople) => Promise<T>,
  ): Promise<T> {
    try {
      const { client } = await connectReader(this.configuration, { limits: READING, signal });
      try {
        const { configuration, kind } = this;
        return await work({ client, configuration, kind });
      } finally {
        client.close();
      }
    } catch (error) {
      if (!isFaultOfDirectory(error)) throw error;
      throw new ReadingEndedEarly(error.message, { cause: error });
    }
  }
}

export const isFaultOfDirectory = (error: unknown): error is Error =>
  error instanceof ConnectionFault ||
  error instanceof OperationRefused ||
  error instanceof MalformedMessage;
