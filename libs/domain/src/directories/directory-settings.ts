export const DIRECTORY_KINDS = ['ad', 'openldap', 'other'] as const;
export const LOGIN_WAYS = ['bind', 'chat', 'off'] as const;

/** What the file of directories says about one of them, as far as runs and logins need it (E13.3). */
export interface DirectorySettings {
  /** of a-z, 0-9 and -, at most 30 */
  readonly name: string;
  readonly kind: (typeof DIRECTORY_KINDS)[number];
  /** addresses in order */
  readonly servers: readonly string[];
  readonly logins: (typeof LOGIN_WAYS)[number];
  readonly keepKeysDays: number;
  /** what becomes of people who have left */
  readonly missing: 'lock' | 'delete' | 'keep';
  /** from when they are locked to when they are deleted */
  readonly deleteAfterDays: number;
  readonly onConflict: 'fail' | 'link';
  readonly administrators: boolean;
  readonly vcard: 'off' | 'initial' | 'always';
  /** the first that fits a group counts */
  readonly share: readonly GroupSharing[];
  readonly pollMs: number;
  readonly fullMs: number;
  readonly brake: { readonly percent: number; readonly atLeast: number };
  /** SHA-256 in hex of the entry, without secrets */
  readonly digest: string;
}

export interface GroupSharing {
  /** a name, in which `*` stands for any text */
  readonly groups: string;
  /** names of groups in a list */
  readonly to: 'members' | 'everybody' | readonly string[];
}
