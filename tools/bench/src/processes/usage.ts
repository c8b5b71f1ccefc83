/** The resource usage of a watched server process. Memory in MiB. */
export interface Usage {
  readonly cpuMs: number;
  /** longest stall of the event loop; only if watched */
  readonly loopGapMs: number;
  readonly rssBefore: number;
  readonly rssPeak: number;
}
