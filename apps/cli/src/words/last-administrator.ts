export interface ForceOptions {
  readonly force?: true;
}

/** Of commands that may leave nobody who administers. */
export const LAST_OPTION = [
  '--force',
  'also to the last administrator who can sign in; then nobody administers',
] as const;
