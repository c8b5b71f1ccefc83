import type { SaxesTagNS } from 'saxes';
import { InvalidValue, UnreadableBody } from './body-faults.js';
import { CollectedText } from './collected-text.js';
import type { BoundField, Item, ListField, ScalarField } from './fields.js';
import { limitsOf } from './limited-lists.js';
import { requireAtMost } from '@chat-admin/domain/shared/limits';
import type { Limit } from '@chat-admin/domain/shared/limits';
import type { AttributePlan, XmlPlan } from './parts.js';
import { UNUSABLE } from './scalars.js';

type Row = Record<string, unknown>;

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
  second: false,
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
  second: boolean,
): XmlPlan {
  return {
    slot,
    second,
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
      children.set(wire, { ...xmlFieldListPlan(wire, field), slot: property });
    } else if (field.attribute) {
      attributes.push({ name: wire, slot: property, convert: converter(wire, field) });
    } else {
      children.set(wire, textPlan(property, wire, field, false));
      const { otherName } = field;
      if (otherName !== null) children.set(otherName, textPlan(property, otherName, field, true));
    }
  }
  const requireLimits = limitsOf(fields);
  return {
    slot,
    second: false,
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

export function xmlListPlan(
  wire: string,
  itemName: string,
  item: Item,
  settled: boolean,
  limit: Limit | null,
): XmlPlan {
  const entry = item.kind === 'doc' ? item.parts.xmlPlan : textPlan('', wire, item, false);
  return {
    slot: '',
    second: false,
    collects: 'list',
    children: new Map([[itemName, entry]]),
    attributes: [],
    settled,
    finish:
      limit === null ? asItIs : checked<unknown[]>(({ length }) => requireAtMost(limit, length)),
  };
}

/** An open element that collects an object or a list. Reused for later elements at its depth. */
class Frame {
  plan: XmlPlan = UNUSED;
  row: Row = NO_ROW;
  /** index of the list's first item in the builder's items */
  firstItem = 0;
  private seconds: Row | null = null;
  private faults: Map<string, InvalidValue> | null = null;

  open(plan: XmlPlan, firstItem: number): void {
    this.plan = plan;
    this.row = plan.collects === 'object' ? {} : NO_ROW;
    this.firstItem = firstItem;
    this.seconds = null;
    this.faults = null;
  }

  /** The last occurrence wins, for values and for faults. */
  put(slot: string, second: boolean, value: unknown): void {
    if (second || this.faults || value instanceof InvalidValue)
      this.putCarefully(slot, second, value);
    else this.row[slot] = value;
  }

  private putCarefully(slot: string, second: boolean, value: unknown): void {
    const key = second ? `${slot} ` : slot;
    if (value instanceof InvalidValue) (this.faults ??= new Map()).set(key, value);
    else this.faults?.delete(key);
    const row = second ? (this.seconds ??= {}) : this.row;
    row[slot] = value instanceof InvalidValue ? undefined : value;
  }

  /** A list has one fault, the first; only a later occurrence of the list clears it. */
  fail(fault: InvalidValue): void {
    this.faults ??= new Map([['', fault]]);
  }

  fault(): InvalidValue | undefined {
    return this.faults?.values().next().value;
  }

  object(): Row {
    if (this.seconds) this.mergeSeconds(this.seconds);
    return this.row;
  }

  private mergeSeconds(seconds: Row): void {
    for (const [slot, value] of Object.entries(seconds)) {
      if (this.row[slot] === undefined) this.row[slot] = value;
      else this.faults?.delete(`${slot} `);
    }
  }
}

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
    frame.open(plan, this.itemCount);
    for (const { name, slot, convert } of plan.attributes) {
      const attribute = tag.attributes[name];
      if (attribute) frame.put(slot, false, convert(attribute.value));
    }
  }

  text(text: string): void {
    if (this.textPlan && this.ignored === 0) this.collected.add(text);
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
    if (frame.plan.collects === 'object') frame.put(plan.slot, plan.second, value);
    else if (value instanceof InvalidValue && !frame.plan.settled) frame.fail(value);
    else if (value !== undefined) this.items[this.itemCount++] = value;
  }

  /** @throws InvalidValue */
  value(): unknown {
    if (this.result instanceof InvalidValue) throw this.result;
    return this.result;
  }
}
