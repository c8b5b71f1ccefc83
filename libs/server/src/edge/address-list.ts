import { AddressRanges } from '@chat-admin/domain/shared/address-ranges';
import { BlockList, isIP } from 'node:net';

/** The comma-separated entries. */
export function entriesOf(text: string): readonly string[] {
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.filter((entry) => entry !== '');
}

/** Host of a URL, an IPv6 address without brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

const MAPPED = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

/** In its shortest form; one that is mapped to IPv6 as the IPv4 address in it. */
export function plainAddress(address: string): string {
  if (isIP(address) !== 6) return address;
  const short = hostOf(new URL(`http://[${address.split('%', 1)[0]!}]`));
  const [, high, low] = MAPPED.exec(short) ?? [];
  if (high === undefined || low === undefined) return short;
  const number = parseInt(high, 16) * 65_536 + parseInt(low, 16);
  return [24, 16, 8, 0].map((bits) => (number >>> bits) & 255).join('.');
}

interface Range {
  readonly address: string;
  readonly family: 'ipv4' | 'ipv6';
  readonly prefix: number;
}

/** A range that addresses are looked for in. */
interface Container extends Range {
  readonly list: BlockList;
}

/** Single addresses and CIDR ranges, IPv4 and IPv6, compared by value. Contract: core 1.4 "Address list" */
export class AddressList {
  private readonly list = new BlockList();
  private readonly ranges: readonly Range[];
  /** made when ranges are compared, since most lists are only asked for addresses */
  private containers: readonly Container[] | null = null;
  readonly isEmpty: boolean;

  /** Entries that are neither address nor range never match. */
  constructor(entries: readonly string[]) {
    this.isEmpty = entries.length === 0;
    this.ranges = entries.map(rangeIn).filter((range) => range !== null);
    for (const range of this.ranges) addTo(this.list, range);
  }

  /** @param text comma-separated */
  static parse(text: string): AddressList {
    return new AddressList(entriesOf(text));
  }

  has(address: string): boolean {
    const family = familyOf(address);
    return family !== null && this.list.check(address, family);
  }

  /** Whether it has entries, none of which is valid. */
  get isUnusable(): boolean {
    return this.ranges.length === 0;
  }

  /** Whether one of its entries contains the whole of `wanted`, an address or a range. */
  covers(wanted: string): boolean {
    const inner = rangeIn(wanted);
    if (inner === null) return false;
    this.containers ??= this.ranges.map((range) => ({
      ...range,
      list: addTo(new BlockList(), range),
    }));
    return this.containers.some((outer) => contains(outer, inner));
  }
}

/** The address ranges of keys. */
export class CidrRanges extends AddressRanges {
  isUsable(entry: string): boolean {
    return rangeIn(entry) !== null;
  }

  covers(allowed: readonly string[], entries: readonly string[]): boolean {
    const list = new AddressList(allowed);
    return entries.every((entry) => list.covers(entry));
  }
}

/** `null` if the entry is neither an address nor a range. */
function rangeIn(entry: string): Range | null {
  const [address = '', bits, ...rest] = entry.split('/');
  const family = familyOf(address);
  if (family === null || rest.length > 0) return null;
  const longest = family === 'ipv4' ? 32 : 128;
  if (bits === undefined) return { address, family, prefix: longest };
  const prefix = /^\d{1,3}$/.test(bits) ? Number(bits) : Infinity;
  return prefix <= longest ? { address, family, prefix } : null;
}

function familyOf(address: string): Range['family'] | null {
  const version = isIP(address);
  if (version === 0) return null;
  return version === 4 ? 'ipv4' : 'ipv6';
}

function addTo(list: BlockList, { address, family, prefix }: Range): BlockList {
  list.addSubnet(address, prefix, family);
  return list;
}

function contains(outer: Container, inner: Range): boolean {
  if (outer.family !== inner.family || outer.prefix > inner.prefix) return false;
  return outer.list.check(inner.address, inner.family);
}
