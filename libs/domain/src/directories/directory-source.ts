/** How far a source was read, as its kind notes it. It is kept as JSON between two runs, and given back as it was. */
export type DirectoryCursor = Readonly<Record<string, string>>;

/** A person as the directory has him. Texts are as they were sent: neither prepared nor cut. */
export interface DirectoryPerson {
  readonly kind: 'person';
  /** stays when he is renamed or moved; a uuid in lower case, or as `map.externalId` says */
  readonly externalId: string;
  /** to be shown; it is no key */
  readonly dn: string;
  /** null: the entry lacks what `map` names */
  readonly username: string | null;
  readonly name: string | null;
  readonly email: string | null;
  /** those of `map.properties` that the entry has, by the name here */
  readonly properties: Readonly<Record<string, string>>;
  readonly disabled: boolean;
  /** when the account there ends, past or not yet; null: never */
  readonly disabledFrom: Date | null;
  /** changes when the password does; null where the reader cannot see it */
  readonly passwordTime: string | null;
  /** null with `vcard: off` */
  readonly card: DirectoryCard | null;
}

/** What a vCard is made of; absent values are absent. */
export interface DirectoryCard {
  readonly fullName?: string;
  readonly givenName?: string;
  readonly familyName?: string;
  readonly email?: string;
  readonly telephone?: string;
  readonly title?: string;
  readonly organization?: string;
  /** base64 */
  readonly photo?: string;
}

export interface DirectoryGroup {
  readonly kind: 'group';
  readonly externalId: string;
  readonly dn: string;
  readonly name: string | null;
  readonly description: string | null;
  /** external ids of people, without repetition, those of nested groups included if the file wants them */
  readonly members: readonly string[];
}

export type DirectoryEntry = DirectoryPerson | DirectoryGroup;

/** Takes what was read, in pieces; the source waits for it before it reads on. */
export type TakeEntries = (entries: readonly DirectoryEntry[]) => Promise<void>;

/** What a reading tells when it came to its full end. */
export interface ReadingEnd {
  readonly cursor: DirectoryCursor;
  /** to other directories; they were not followed */
  readonly referrals: number;
  /** members that are none of the people of this directory, and were left out */
  readonly strangers: number;
  /** external ids of what the directory says was deleted, of whichever kind */
  readonly gone: readonly string[];
  /** whether more may be gone, which {@link DirectorySource.ids} tells; always false after everything was read */
  readonly sweep: boolean;
}

export interface DirectoryIds {
  readonly people: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
}

/**
 * - `right`: the password is right, and he may log in
 * - `wrong`: password or person
 * - `locked`: by too many wrong passwords there
 * - `disabled`: the account is switched off or has ended
 * - `expired`: the password has to be changed
 * - `away`: there was no answer
 */
export type BindClass = 'right' | 'wrong' | 'locked' | 'disabled' | 'expired' | 'away';

export interface BindOutcome {
  readonly outcome: BindClass;
  /** of the entry when the password was tried, as {@link DirectoryPerson.passwordTime} */
  readonly passwordTime: string | null;
}

export const DIRECTORY_STEPS = [
  ...(['resolve', 'connect', 'tls', 'bind'] as const),
  ...(['people', 'groups', 'changes', 'login'] as const),
] as const;
export type DirectoryStepName = (typeof DIRECTORY_STEPS)[number];

export const STEP_OUTCOMES = ['ok', 'failed', 'skipped'] as const;

export interface DirectoryStep {
  readonly name: DirectoryStepName;
  readonly outcome: (typeof STEP_OUTCOMES)[number];
  readonly message: string | null;
  readonly milliseconds: number;
}

/** The reading did not come to its full end, so nothing of it may be carried out. */
export class ReadingEndedEarly extends Error {
  constructor(
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`Reading ended early: ${reason}`, options);
    this.name = 'ReadingEndedEarly';
  }
}

/**
 * A directory of people and groups (E13.4, E13.5). Each reading connects again, so that it may reach another server; for
 * passwords a connection may be kept until {@link close}.
 */
export abstract class DirectorySource {
  /**
   * Reads all people, then all groups.
   * @throws ReadingEndedEarly after any part of it, also when `take` had some; else what `take` throws
   */
  abstract everything(take: TakeEntries, stop?: AbortSignal): Promise<ReadingEnd>;

  /**
   * Reads what has changed since `cursor`, and perhaps more: people, then groups. A group comes with all its members. Where nothing
   * has changed, nothing is taken.
   * @returns null if the cursor is of another server or form, so that everything has to be read
   * @throws as {@link everything}
   */
  abstract changes(
    cursor: DirectoryCursor,
    take: TakeEntries,
    stop?: AbortSignal,
  ): Promise<ReadingEnd | null>;

  /** @returns the ids of all that the filters find now @throws ReadingEndedEarly */
  abstract ids(stop?: AbortSignal): Promise<DirectoryIds>;

  /**
   * Tries a password, as it was typed, once. It never throws: who cannot be asked is `away`.
   * @param deadline when nobody waits for the answer any longer: it is `away` at once, and nothing is sent afterwards
   */
  abstract bind(externalId: string, password: string, deadline?: AbortSignal): Promise<BindOutcome>;

  /** Tries each step of connecting and reading, and changes nothing. @param login tried last, by the name of `map.username` */
  abstract check(
    login?: { readonly username: string; readonly password: string },
    stop?: AbortSignal,
  ): Promise<readonly DirectoryStep[]>;

  /** Ends connections that are kept. */
  close(): void {}
}
