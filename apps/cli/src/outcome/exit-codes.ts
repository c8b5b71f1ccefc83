/** What a command ends with; after sysexits.h where that has a word for it. */
export const EXIT = {
  done: 0,
  /** or a check has found something */
  failed: 1,
  migrationsPending: 3,
  usage: 64,
  notFound: 66,
  unreachable: 69,
  exists: 73,
  tryLater: 75,
  notAllowed: 77,
  configuration: 78,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
