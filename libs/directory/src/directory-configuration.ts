import type { DirectorySettings } from '@chat-admin/domain/directories/directory-settings';
import type { Filter } from 'ldapts';
import type { ServerAddress } from './open-connection.js';

/** An entry of the file of directories, checked and with its defaults (E13.3). */
export interface DirectoryConfiguration {
  readonly settings: DirectorySettings;
  /** as `settings.servers` */
  readonly servers: readonly ServerAddress[];
  /** DN of the reader */
  readonly reader: string;
  /** file of his password; it is read again for each connection, so that it can be replaced */
  readonly passwordFile: string;
  readonly people: PeopleConfiguration;
  /** null: only people are read */
  readonly groups: GroupsConfiguration | null;
}

export interface PeopleConfiguration {
  readonly base: string;
  readonly filter: Filter;
  /** who of them is disabled, beside what the kind says */
  readonly disabledWhen: Filter | null;
  /** names of attributes, or texts with names in braces */
  readonly map: {
    readonly externalId: string;
    readonly username: string;
    readonly name: string;
    readonly email: string;
    readonly properties: Readonly<Record<string, string>>;
  };
}

export interface GroupsConfiguration {
  readonly base: string;
  readonly filter: Filter;
  readonly nested: boolean;
  /** attributes */
  readonly name: string;
  readonly description: string;
  readonly member: string;
  /** whether members are DNs, or the values that `map.username` names, as in `memberUid` */
  readonly memberIs: 'dn' | 'name';
}
