/** Where a change came from: `chat` are chat users, `directory` its runs, `service` what happens by itself. */
export const CHANGE_SOURCES = [
  ...(['api', 'userservice', 'job', 'directory', 'chat', 'service'] as const),
] as const;
export type ChangeSource = (typeof CHANGE_SOURCES)[number];

/** Who made a change. Contract: extensions E8.1 */
export interface ChangeOrigin {
  /** name of the principal; in `chat` the bare JID */
  readonly actor: string;
  readonly source: ChangeSource;
  /** id of the request; `null` without one */
  readonly request: string | null;
  /** the header of the trace that the request belongs to */
  readonly traceparent?: string | undefined;
}
