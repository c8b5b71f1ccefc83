import type { DirectoryCursor } from '@chat-admin/domain/directories/directory-source';
import type { Filter } from 'ldapts';
import type { DirectoryClient } from './directory-client.js';
import type { FoundEntry } from './messages.js';

/** Bases that are read. */
export type Bases = readonly string[];

/** How far one reading gets; asked of the server before anything is read, so that nothing falls in between. */
export interface Progress {
  /** what has changed since; null: nothing has, or everything is read anyway */
  readonly changed: Filter | null;
  /** needed by `note` */
  readonly attributes: readonly string[];
  /** is shown each entry that `changed` finds */
  note(entry: FoundEntry): void;
  /** ids of what the server says was deleted since */
  gone(): Promise<readonly string[]>;
  /** @param isWhole whether everything was read */
  end(isWhole: boolean): { readonly cursor: DirectoryCursor; readonly sweep: boolean };
}

/** Where directories of one kind differ from others. */
export interface DirectoryKind {
  /** what stays of an entry when it is renamed */
  readonly id: {
    readonly attribute: string;
    /** null: the entry shows none */
    read(entry: FoundEntry): string | null;
    /** null: no entry can have it */
    filter(id: string): Filter | null;
  };
  /** that `disabled` needs */
  readonly stateAttributes: readonly string[];
  disabled(entry: FoundEntry): { readonly disabled: boolean; readonly disabledFrom: Date | null };
  readonly passwordTimeAttribute: string;
  /** whether attributes with many values have to be asked for in ranges */
  readonly isRanged: boolean;
  /** @returns null if `former` does not fit, so that everything has to be read */
  begin(
    client: DirectoryClient,
    bases: Bases,
    former: DirectoryCursor | null,
  ): Promise<Progress | null>;
  /** a remark for operators on how changes are found */
  changesRemark(cursor: DirectoryCursor): string | null;
}
