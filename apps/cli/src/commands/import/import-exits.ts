/** What `import` and `export` end with, other than the rest of the commands. */
export const IMPORT_EXIT = {
  done: 0,
  /** our fault */
  failed: 1,
  /** arguments, settings, or a check says no */
  refused: 2,
  /** done, but the report names rows that were not moved as they were */
  losses: 3,
  differs: 4,
  /** repeat the line to go on */
  stopped: 5,
  /** source or target failed: repeat the line; or much would be removed: look at the source, or add --yes-remove */
  unreachable: 6,
} as const;
