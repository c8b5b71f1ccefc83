import { createHash, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { LoggedEntry } from '@chat-admin/domain/audit/audit-search';
import { hashedText, markText, sealedLine } from '@chat-admin/domain/audit/seals';
import type { AuditSeal, SealMark } from '@chat-admin/domain/audit/seals';
import type { DataSource } from 'typeorm';
import { SealedRows } from './sealed-rows.js';
import type { SealedRow } from './sealed-rows.js';

/** No id of an entry is higher. */
const LAST_ID = Number.MAX_SAFE_INTEGER;

export interface ProofOptions {
  /** the first seal to check, whose former one is believed; `null`: the oldest */
  readonly from: number | null;
  /** copies from outside the database */
  readonly anchors: readonly SealMark[];
  /** the public key that signatures are checked with; `null`: they are not looked at */
  readonly key: KeyObject | null;
}

export interface Proof {
  readonly seals: number;
  readonly entries: number;
  readonly unsealed: number;
  /** anchors that equal their seals */
  readonly fitting: number;
  /** anchors of seals before the first one checked */
  readonly older: number;
  /** signed anchors whose signatures fit */
  readonly signatures: number;
  /** number of the newest of them; 0: none */
  readonly signed: number;
  /** sentences; empty: the log is unbroken */
  readonly faults: readonly string[];
}

export class NoSuchSeal extends Error {
  constructor(readonly number: number) {
    super(`There is no seal ${number}`);
  }
}

/** Checks the seals of the audit log against its entries, believing nothing that the database computes. Contract: extensions E22 */
export class AuditProof {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws NoSuchSeal for one to begin with that is not there */
  verify({ from, anchors, key }: ProofOptions): Promise<Proof> {
    return SealedRows.read(this.dataSource, async (rows) => {
      const { start, isBase } = await startOf(rows, from);
      const chain = new Chain(start, isBase, anchors, key);
      if (isBase) await chain.readBefore(rows);
      const entries = new EntryReader(rows.entries(start.last, LAST_ID), (one) => chain.saw(one));
      for await (const seal of rows.seals(start.number)) await chain.check(seal, entries);
      return chain.end(await entries.rest());
    });
  }

  /** A seal and its entries, 10,000 at most. @throws NoSuchSeal */
  sealed(number: number): Promise<{ readonly seal: AuditSeal; readonly entries: LoggedEntry[] }> {
    return SealedRows.read(this.dataSource, async (rows) => {
      const seal = await findSeal(rows, number);
      const entries: LoggedEntry[] = [];
      for await (const page of rows.entries(seal.first - 1, seal.last)) entries.push(...page);
      return { seal, entries };
    });
  }
}

interface Start extends SealMark {
  readonly last: number;
}

async function startOf(
  rows: SealedRows,
  from: number | null,
): Promise<{ start: Start; isBase: boolean }> {
  const base = await rows.base();
  if (from === null || from === base.number + 1) return { start: base, isBase: true };
  return { start: await findSeal(rows, from - 1), isBase: false };
}

async function findSeal(rows: SealedRows, number: number): Promise<AuditSeal> {
  for await (const seal of rows.seals(number - 1)) {
    if (seal.number === number) return seal;
    break;
  }
  throw new NoSuchSeal(number);
}

/** Reads entries in the order of their ids, as far as they are asked for. */
class EntryReader {
  private page: readonly LoggedEntry[] = [];
  private at = 0;

  constructor(
    private readonly pages: AsyncGenerator<readonly LoggedEntry[], void, undefined>,
    private readonly saw: (entry: LoggedEntry) => void,
  ) {}

  /** Up to an id. */
  async read(upto: number, take: (entry: LoggedEntry) => void): Promise<void> {
    for (;;) {
      for (let entry; (entry = this.page[this.at]) && entry.logId <= upto; this.at += 1) {
        this.saw(entry);
        take(entry);
      }
      if (this.at < this.page.length) return;
      const next = await this.pages.next();
      if (next.done) return;
      this.page = next.value;
      this.at = 0;
    }
  }

  /** @returns how many are left */
  async rest(): Promise<number> {
    let count = 0;
    await this.read(LAST_ID, () => (count += 1));
    return count;
  }
}

class Chain {
  private readonly faults: string[] = [];
  private readonly copies = new Map<number, string[]>();
  private readonly older: number;
  private former: Start;
  private seals = 0;
  private entries = 0;
  private fitting = 0;
  private signatures = 0;
  private signed = 0;
  private isBridged: boolean;

  constructor(
    private readonly start: Start,
    isBase: boolean,
    anchors: readonly SealMark[],
    private readonly key: KeyObject | null,
  ) {
    this.former = start;
    this.isBridged = !isBase || start.number === 0;
    const checked = anchors.filter(({ number }) => number >= start.number);
    this.older = anchors.length - checked.length;
    for (const { number, hash } of checked) {
      this.copies.set(number, [...(this.copies.get(number) ?? []), hash]);
    }
    this.compare(start);
  }

  /** Entries that no seal covers because they are older than all. */
  async readBefore(rows: SealedRows): Promise<void> {
    for await (const [entry] of rows.entries(0, this.start.last)) {
      this.faults.push(`entry ${entry!.logId} was added before the oldest seal`);
      return;
    }
  }

  /** Retention says in an entry which seals it has removed. */
  saw({ summary, details }: LoggedEntry): void {
    const { number, hash } = this.start;
    this.isBridged ||=
      new RegExp(`^EXPIRE audit \\d+-${number}$`).test(summary) &&
      `; ${details};`.includes(`; hash=${hash};`);
  }

  async check(seal: SealedRow, entries: EntryReader): Promise<void> {
    const digest = createHash('sha256');
    let count = 0;
    await entries.read(seal.last, (entry) => {
      if (entry.logId < seal.first) return;
      digest.update(`${sealedLine(entry)}\n`);
      count += 1;
    });
    const { former } = this;
    const isNext = seal.number === former.number + 1;
    if (!isNext) this.faults.push(missing(former.number + 1, seal.number - 1));
    if (isNext && (seal.first !== former.last + 1 || seal.hash !== hashOf(former, seal))) {
      this.faults.push(`seal ${seal.number} was changed`);
    } else if (seal.entries !== count || seal.digest !== digest.digest('hex')) {
      this.faults.push(
        `seal ${seal.number}: one of the entries ${seal.first} to ${seal.last} was changed, removed or added`,
      );
    }
    this.compare(seal);
    this.checkSignature(seal);
    this.former = seal;
    this.seals += 1;
    this.entries += count;
  }

  end(unsealed: number): Proof {
    const { number } = this.start;
    if (!this.isBridged)
      this.faults.push(`no entry states that the seals up to ${number} were removed`);
    for (const absent of this.copies.keys()) {
      this.faults.push(
        absent > this.former.number
          ? `anchor ${absent} does not fit: the log ends with seal ${this.former.number}`
          : `anchor ${absent} does not fit: its seal is missing`,
      );
    }
    if (this.key !== null && this.signed === 0) this.faults.push('no seal is signed');
    const { seals, entries, fitting, older, signatures, signed, faults } = this;
    return { seals, entries, unsealed, fitting, older, signatures, signed, faults };
  }

  private checkSignature({ number, hash, signature }: SealedRow): void {
    if (this.key === null || signature === null) return;
    const text = Buffer.from(markText({ number, hash }));
    if (verify(null, text, this.key, Buffer.from(signature, 'base64'))) {
      this.signatures += 1;
      this.signed = number;
    } else {
      this.faults.push(`the signature of anchor ${number} does not fit`);
    }
  }

  private compare({ number, hash }: SealMark): void {
    const copies = this.copies.get(number) ?? [];
    this.copies.delete(number);
    if (copies.every((copy) => copy === hash)) this.fitting += copies.length;
    else this.faults.push(`anchor ${number} does not fit`);
  }
}

const hashOf = (former: Start, seal: AuditSeal): string =>
  createHash('sha256').update(hashedText(former.hash, seal)).digest('hex');

const missing = (first: number, last: number): string =>
  first >= last ? `seal ${first} is missing` : `the seals ${first} to ${last} are missing`;
