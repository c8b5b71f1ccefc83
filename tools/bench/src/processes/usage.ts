/** What a server process used while it was watched. Memory in MiB. */
export interface Usage {
  readonly cpuMs: number;
  /** longest time without a turn of the event loop; only when it was watched */
  readonly loopGapMs: number;
  readonly rssBefore: number;
  readonly rssPeak: number;
}
