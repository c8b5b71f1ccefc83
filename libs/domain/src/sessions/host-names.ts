/** The names of the hosts that sessions come from. Contract: core 8.1 */
export abstract class HostNames {
  /** What is known by now: never waits, an unknown name is looked up meanwhile. `null`: none is known */
  abstract nameOf(address: string): string | null;
}

/** Nothing is looked up. */
export class NoHostNames extends HostNames {
  nameOf(): null {
    return null;
  }
}
