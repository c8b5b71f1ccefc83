/** What becomes of one kind of data about a person. */
export interface PersonalKind {
  /** in what form an export has it; `null`: it is others', or no more than what others have done */
  readonly exported: 'xep-0227' | 'ndjson' | null;
  /** what an erasure does with it; `stays`: what it is, in words */
  readonly erased: 'removed' | 'anonymised' | { readonly stays: string };
}

/**
 * All that is kept of a person. What exports and what erases has to do with each of them: another one does not compile
 * before both do. Moving in: 10
 */
export const PERSONAL_KINDS = {
  user: { exported: 'ndjson', erased: 'removed' },
  /** those of the password, with which nothing but a log-in can be done */
  keys: { exported: null, erased: 'removed' },
  lockout: { exported: 'ndjson', erased: 'removed' },
  contacts: { exported: 'xep-0227', erased: 'removed' },
  requests: { exported: 'xep-0227', erased: 'removed' },
  vcards: { exported: 'xep-0227', erased: 'removed' },
  private: { exported: 'xep-0227', erased: 'removed' },
  offline: { exported: 'xep-0227', erased: 'removed' },
  blocks: { exported: 'xep-0227', erased: 'removed' },
  nodes: { exported: 'xep-0227', erased: 'removed' },
  items: { exported: 'xep-0227', erased: 'removed' },
  archived: { exported: 'xep-0227', erased: 'removed' },
  groups: { exported: 'ndjson', erased: 'removed' },
  affiliations: { exported: 'ndjson', erased: 'removed' },
  messages: { exported: 'ndjson', erased: 'anonymised' },
  waitingForOthers: {
    exported: null,
    erased: { stays: 'messages of theirs that wait for others who are offline' },
  },
  blockedByOthers: {
    exported: null,
    erased: { stays: 'block lists of others with their address' },
  },
  archivesOfOthers: {
    exported: null,
    erased: { stays: 'archives of others with what they have written to them and been written' },
  },
  saidByOthers: {
    exported: null,
    erased: { stays: 'what others have said about them' },
  },
  /** what is known of them; the bytes are with the chat server */
  files: { exported: 'ndjson', erased: 'removed' },
  /** by them; of those about them the evidence goes, too */
  reports: { exported: 'ndjson', erased: 'anonymised' },
  reportsAboutThem: { exported: null, erased: 'anonymised' },
  audit: {
    exported: 'ndjson',
    erased: { stays: 'audit entries by them and about them' },
  },
} as const satisfies Readonly<Record<string, PersonalKind>>;

type Kinds = typeof PERSONAL_KINDS;

/** Kinds that an export has in this form. */
export type ExportedKind<F extends NonNullable<PersonalKind['exported']>> = {
  [K in keyof Kinds]: Kinds[K]['exported'] extends F ? K : never;
}[keyof Kinds];

/** What names a person, or what they have said, after the erasure, because it is others', or the record of what was done. */
export const WHAT_STAYS: readonly string[] = Object.values(PERSONAL_KINDS).flatMap(({ erased }) =>
  typeof erased === 'object' ? [erased.stays] : [],
);
