/** A file that somebody has asked a slot for, which the chat server keeps. Contract: extensions E21 */
export interface StoredFile {
  /** of the slot */
  readonly id: string;
  /** bare JID */
  readonly user: string;
  readonly name: string;
  readonly type: string | null;
  readonly bytes: number;
  readonly created: Date;
  /** when it is removed by its retention; `null`: never */
  readonly expires: Date | null;
  /** the component of the chat server that has taken it */
  readonly host: string;
}

/** As it is shown. */
export type ShownFile = Omit<StoredFile, 'host'>;

/** As lists show it to those who ask for that. */
export interface ListedFile extends ShownFile {
  /** whether the chat server has bytes of it */
  readonly there: boolean;
}

/** What a person has stored. */
export interface FileUsage {
  readonly files: number;
  readonly bytes: number;
  /** 0: none */
  readonly quota: number;
}
