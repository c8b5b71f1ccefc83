/** What `check` has to say. */
export interface Finding {
  readonly level: 'fault' | 'warning' | 'fact';
  readonly code: string;
  readonly text: string;
}
