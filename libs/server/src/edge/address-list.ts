import { BlockList, isIP } from 'node:net';

/** The comma-separated entries. */
export function entriesOf(text: string): readonly string[] {
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.filter((entry) => entry !== '');
}

/** Single addresses and CIDR ranges, IPv4 and IPv6, compared by value. Contract: core 1.4 "Address list" */
export class AddressList {
  private readonly list = new BlockList();
  readonly isEmpty: boolean;

  /** Entries that are neither address nor range never match. */
  constructor(private readonly entries: readonly string[]) {
    this.isEmpty = entries.length === 0;
    for (const entry of entries) this.add(entry);
  }

  /** @param text comma-separated */
  static parse(text: string): AddressList {
    return new AddressList(entriesOf(text));
  }

  has(address: string): boolean {
    const family = isIP(address);
    if (family === 0) return false;
    return this.list.check(address, family === 4 ? 'ipv4' : 'ipv6');
  }

  /** Whether it has entries, none of which is valid. */
  get isUnusable(): boolean {
    return this.list.rules.length === 0;
  }

  /** @param wanted an address, or a range, which must be listed verbatim */
  covers(wanted: string): boolean {
    return this.entries.includes(wanted) || this.has(wanted);
  }

  private add(entry: string): void {
    const [address = '', prefix, ...rest] = entry.split('/');
    const family = isIP(address);
    if (family === 0 || rest.length > 0) return;
    const type = family === 4 ? 'ipv4' : 'ipv6';
    if (prefix === undefined) {
      this.list.addAddress(address, type);
    } else if (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128)) {
      this.list.addSubnet(address, Number(prefix), type);
    }
  }
}
