import type { SaxesTagNS } from 'saxes';
import { InvalidValue, UnreadableBody } from './body-faults.js';
import { CollectedText } from './collected-text.js';
import type { BoundField, Item, ListField, ScalarField } from './fields.js';
import { limitsOf } from './limited-lists.js';
import { requireAtMost } from '@chat-admin/domain/shared/limits';
import type { Limit } from '@chat-admin/domain/shared/limits';
import type { AttributePlan, XmlPlace, XmlPlan } from './parts.js';
import { UNUSABLE } from './scalars.js';

type Row = Record<string, unknown>;

const NOT_BLANK = /[^ \t\r\n]/;
const NO_CHILDREN: ReadonlyMap<string, XmlPlan> = new Map();
const NO_ROW: Row = Object.freeze({});
const asItIs = (content: unknown): unknown => content;
/** @param check throws */
const checked =
  <T>(check: (content: T) => void) =>
  (content: unknown): unknown => {
    check(content as T);
    return content;
  };
const UNUSED: XmlPlan = {
  slot: '',
  place: 'newest',
  collects: 'object',
  children: NO_CHILDREN,
  attributes: [],
  settled: false,
  finish: asItIs,
};

function converter(wire: string, field: ScalarField<unknown>): (text: string) => unknown {
  const { scalar } = field;
  return (text) => {
    const value = scalar.fromText(text);
    return value === UNUSABLE ? new InvalidValue(wire, field.secret ? null : text) : value;
  };
}

function textPlan(
  slot: string,
  wire: string,
  field: ScalarField<unknown>,
  place: XmlPlace = 'newest',
): XmlPlan {
  return {
    slot,
    place,
    collects: 'text',
    children: NO_CHILDREN,
    attributes: [],
    settled: false,
    finish: converter(wire, field) as (content: unknown) => unknown,
  };
}

export function xmlObjectPlan(fields: readonly BoundField[], slot = ''): XmlPlan {
  const children = new Map<string, XmlPlan>();
  const attributes: AttributePlan[] = [];
  for (const { property, wire, field } of fields) {
    if (field.kind === 'list') {
      const plan = { ...xmlFieldListPlan(wire, field), slot: property };
      children.set(wire, plan);
      for (const name of field.older) children.set(name, olderListPlan(plan, name, field));
    } else if (field.attribute) {
      attributes.push({ name: wire, slot: property, convert: converter(wire, field) });
    } else {
      children.set(wire, textPlan(property, wire, field));
      for (const name of field.older) children.set(name, textPlan(property, name, field, 'older'));
    }
  }
  const requireLimits = limitsOf(fields);
  return {
    slot,
    place: 'newest',
    collects: 'object',
    children,
    attributes,
    settled: false,
    finish: requireLimits === null ? asItIs : checked(requireLimits),
  };
}

function xmlFieldListPlan(wire: string, field: ListField<Item>): XmlPlan {
  return xmlListPlan(wire, field.itemName, field.item, false, null);
}

/** A wrapper, or the entries without one. */
function olderListPlan(plan: XmlPlan, name: string, { itemName, item }: ListField<Item>): XmlPlan {
  if (name !== itemName || item.kind === 'doc') return { ...plan, place: 'older' };
  return textPlan(plan.slot, name, item, 'repeated');
}

export function xmlListPlan(
  wire: string,
  itemName: string,
  item: Item,
  settled: boolean,
  limit: Limit | null,
  older: readonly string[] = [],
): XmlPlan {
  const entry = item.kind === 'doc' ? item.parts.xmlPlan : textPlan('', wire, item);
  return {
    slot: '',
    place: 'newest',
    collects: 'list',
    children: new Map([itemName, ...older].map((name) => [name, entry])),
    attributes: [],
    settled,
    finish:
      limit === null ? asItIs : checked<unknown[]>(({ length }) => requireAtMost(limit, length)),
  };
}

/** An open element that collects an object or a list. Reused for later elements at its depth. */
class Frame {
  plan: XmlPlan = UNUSED;
  private name = '';
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
    throw new UnreadableBody(`<${this.name}> holds text in place of elements`);
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

/** Turns parser events into the value of one of the documents in `roots`. */
export class XmlBuilder {
  /** one per depth reached; the first `depth` are in use */
  private readonly frames: Frame[] = [];
  private depth = 0;
  /** the open element that collects text; may only contain unknown elements */
  private textPlan: XmlPlan | null = null;
  private readonly collected = new CollectedText();
  /** items of all open lists, innermost last; entries from `itemCount` on are stale */
  private readonly items: unknown[] = [];
  private itemCount = 0;
  private ignored = 0;
  private result: unknown;

  constructor(private readonly roots: ReadonlyMap<string, XmlPlan>) {}

  opened(tag: SaxesTagNS): void {
    if (this.ignored > 0 || this.textPlan) {
      this.ignored++;
      return;
    }
    const known = this.depth === 0 ? this.roots : this.frames[this.depth - 1]!.plan.children;
    const plan = tag.uri === '' ? known.get(tag.local) : undefined;
    if (plan?.collects === 'text') this.textPlan = plan;
    else if (plan) this.push(plan, tag);
    else if (this.depth > 0) this.ignored++;
    else
      throw new UnreadableBody(`the root element must be ${[...this.roots.keys()].join(' or ')}`);
  }

  private push(plan: XmlPlan, tag: SaxesTagNS): void {
    const frame = (this.frames[this.depth++] ??= new Frame());
    frame.open(plan, tag.local, this.itemCount);
    for (const { name, slot, convert } of plan.attributes) {
      const attribute = tag.attributes[name];
      if (attribute) frame.put(slot, 'newest', convert(attribute.value));
    }
  }

  text(text: string): void {
    if (this.ignored > 0) return;
    if (this.textPlan) this.collected.add(text);
    else if (this.depth > 0) this.frames[this.depth - 1]!.requireBlank(text);
  }

  closed(): void {
    if (this.ignored > 0) {
      this.ignored--;
      return;
    }
    const { textPlan } = this;
    if (textPlan) {
      this.textPlan = null;
      this.settle(textPlan, textPlan.finish(this.collected.take()));
    } else {
      const frame = this.frames[--this.depth]!;
      this.settle(frame.plan, this.contentOf(frame));
    }
  }

  private contentOf(frame: Frame): unknown {
    const { plan, firstItem } = frame;
    if (plan.collects === 'object') {
      const row = frame.object();
      return frame.fault() ?? plan.finish(row);
    }
    const items = this.items.slice(firstItem, this.itemCount);
    this.itemCount = firstItem;
    return frame.fault() ?? plan.finish(items);
  }

  /** Passes a finished value to the enclosing element. */
  private settle(plan: XmlPlan, value: unknown): void {
    if (this.depth === 0) {
      this.result = value;
      return;
    }
    const frame = this.frames[this.depth - 1]!;
    if (frame.plan.collects === 'object') frame.put(plan.slot, plan.place, value);
    else if (value instanceof InvalidValue && !frame.plan.settled) frame.fail(value);
    else if (value !== undefined) this.items[this.itemCount++] = value;
  }

  /** @throws InvalidValue */
  value(): unknown {
    if (this.result instanceof InvalidValue) throw this.result;
    return this.result;
  }
}
