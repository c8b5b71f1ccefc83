/** For people. */
export const AN_ADDRESS = 'an IP address, or a range in CIDR notation';

/** Addresses and CIDR ranges, IPv4 and IPv6, compared by value. Contract: core 1.4 "Address list" */
export abstract class AddressRanges {
  /** Whether the entry is an address or a range. */
  abstract isUsable(entry: string): boolean;
  /** Whether `allowed`, which is not empty, contains the whole of each entry. */
  abstract covers(allowed: readonly string[], entries: readonly string[]): boolean;
}
