import { oneOf } from '@chat-admin/domain/shared/words';
import { InvalidValue, UnreadableBody } from './body-faults.js';
import type { Unread, XmlPlace, XmlPlan } from './parts.js';

type Row = Record<string, unknown>;

const NOT_BLANK = /[^ \t\r\n]/;
const NO_ROW: Row = Object.freeze({});

export const NOTHING_UNREAD: Unread = { children: new Set(), attributes: new Set() };

const UNUSED: XmlPlan = {
  slot: '',
  place: 'newest',
  collects: 'object',
  children: new Map(),
  attributes: [],
  unread: NOTHING_UNREAD,
  settled: false,
  finish: (content) => content,
};

/** An open element that collects an object or a list. Reused for later elements at its depth. */
export class Frame {
  plan: XmlPlan = UNUSED;
  name = '';
  row: Row = NO_ROW;
  /** index of the list's first item in the builder's items */
  firstItem = 0;
  /** what stands under older names */
  private older: Row | null = null;
  private faults: Map<string, InvalidValue> | null = null;

  open(plan: XmlPlan, name: string, firstItem: number): void {
    this.plan = plan;
    this.name = name;
    this.row = plan.collects === 'object' ? {} : NO_ROW;
    this.firstItem = firstItem;
    this.older = null;
    this.faults = null;
  }

  /** The last occurrence wins, for values and for faults, but of entries without a wrapper. */
  put(slot: string, place: XmlPlace, value: unknown): void {
    if (place !== 'newest' || this.faults || value instanceof InvalidValue)
      this.putCarefully(slot, place, value);
    else this.row[slot] = value;
  }

  private putCarefully(slot: string, place: XmlPlace, value: unknown): void {
    const isFault = value instanceof InvalidValue;
    const key = place === 'newest' ? slot : olderKey(slot);
    if (isFault) (this.faults ??= new Map()).set(key, value);
    else if (place !== 'repeated') this.faults?.delete(key);
    const row = place === 'newest' ? this.row : (this.older ??= {});
    if (place !== 'repeated') row[slot] = isFault ? undefined : value;
    else if (!isFault) ((row[slot] ??= []) as unknown[]).push(value);
  }

  /** @throws UnreadableBody. Contract: core 1.6, CK-33 */
  requireBlank(text: string): void {
    if (this.plan.children.size === 0 || !NOT_BLANK.test(text)) return;
    const names = [...this.plan.children.keys()].map((name) => `<${name}>`);
    throw new UnreadableBody(`<${this.name}> holds text in place of elements`, oneOf(names));
  }

  /** A list has one fault, the first; only a later occurrence of the list clears it. */
  fail(fault: InvalidValue): void {
    this.faults ??= new Map([['', fault]]);
  }

  fault(): InvalidValue | undefined {
    return this.faults?.values().next().value;
  }

  object(): Row {
    if (this.older) this.mergeOlder(this.older);
    return this.row;
  }

  private mergeOlder(older: Row): void {
    for (const [slot, value] of Object.entries(older)) {
      if (this.row[slot] === undefined) this.row[slot] = value;
      else this.faults?.delete(olderKey(slot));
    }
  }
}

/** Of a fault: no property has a blank. */
const olderKey = (slot: string) => `${slot} `;
