import type { SaxesTagNS } from 'saxes';
import { InvalidValue, UnreadableBody } from '../errors/wire-errors.js';
import type { BoundField, Item, ListField, ScalarField } from './fields.js';
import { flatten } from './flatten.js';
import { UNUSABLE } from './scalars.js';

type Row = Record<string, unknown>;

/** What one known element turns into. Made once per document, shared by all bodies. */
export interface XmlPlan {
  /** the property of the element around it; '' for an entry of a list */
  readonly slot: string;
  /** a value under its second name, which counts only when the first one is absent */
  readonly second: boolean;
  readonly collects: 'text' | 'object' | 'list';
  readonly children: ReadonlyMap<string, XmlPlan>;
  readonly attributes: readonly AttributePlan[];
  /** keeps an entry that cannot be converted as its error */
  readonly settled: boolean;
  /** gives the error instead of throwing it, since a later repetition may replace the value */
  readonly finish: (content: unknown) => unknown;
}

interface AttributePlan {
  readonly name: string;
  readonly slot: string;
  readonly convert: (text: string) => unknown;
}

const PIECES_PER_FLATTENING = 16 * 1024;
const NO_CHILDREN: ReadonlyMap<string, XmlPlan> = new Map();
const asItIs = (content: unknown): unknown => content;

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
  return {
    slot,
    second: false,
    collects: 'object',
    children,
    attributes,
    settled: false,
    finish: asItIs,
  };
}

function xmlFieldListPlan(wire: string, field: ListField<Item>): XmlPlan {
  return xmlListPlan(wire, field.itemName, field.item, false);
}

export function xmlListPlan(wire: string, itemName: string, item: Item, settled: boolean): XmlPlan {
  const entry = item.kind === 'doc' ? item.parts.xmlPlan : textPlan('', wire, item, false);
  return {
    slot: '',
    second: false,
    collects: 'list',
    children: new Map([[itemName, entry]]),
    attributes: [],
    settled,
    finish: asItIs,
  };
}

/** One open element. */
class Frame {
  text = '';
  readonly row: Row | null;
  readonly items: unknown[] | null;
  private seconds: Row | null = null;
  private faults: Map<string, InvalidValue> | null = null;

  constructor(readonly plan: XmlPlan) {
    this.row = plan.collects === 'object' ? {} : null;
    this.items = plan.collects === 'list' ? [] : null;
  }

  /** The last occurrence counts, for values and for faults. */
  put(slot: string, second: boolean, value: unknown): void {
    if (this.items) {
      if (!(value instanceof InvalidValue) || this.plan.settled) this.add(value);
      else this.faults ??= new Map([[slot, value]]);
      return;
    }
    const key = second ? `${slot} ` : slot;
    if (value instanceof InvalidValue) (this.faults ??= new Map()).set(key, value);
    else this.faults?.delete(key);
    const row = second ? (this.seconds ??= {}) : (this.row as Row);
    row[slot] = value instanceof InvalidValue ? undefined : value;
  }

  private add(value: unknown): void {
    if (value !== undefined) this.items?.push(value);
  }

  content(): unknown {
    if (this.plan.collects === 'text') return this.plan.finish(this.text);
    if (this.seconds) this.mergeSeconds(this.seconds, this.row as Row);
    const fault = this.faults?.values().next().value;
    return fault ?? this.plan.finish(this.row ?? this.items);
  }

  private mergeSeconds(seconds: Row, row: Row): void {
    for (const [slot, value] of Object.entries(seconds)) {
      if (row[slot] === undefined) row[slot] = value;
      else this.faults?.delete(`${slot} `);
    }
  }
}

/** Turns parser events into the value of one of the documents in `roots`. */
export class XmlBuilder {
  private readonly open: Frame[] = [];
  private ignored = 0;
  private pieces = 0;
  private result: unknown;

  constructor(private readonly roots: ReadonlyMap<string, XmlPlan>) {}

  opened(tag: SaxesTagNS): void {
    if (this.ignored > 0) {
      this.ignored++;
      return;
    }
    const parent = this.open.at(-1);
    const plan = tag.uri === '' ? (parent?.plan.children ?? this.roots).get(tag.local) : undefined;
    if (plan) this.open.push(openFrame(plan, tag));
    else if (parent) this.ignored++;
    else
      throw new UnreadableBody(`the root element must be ${[...this.roots.keys()].join(' or ')}`);
  }

  text(text: string): void {
    if (this.ignored > 0) return;
    const frame = this.open.at(-1);
    if (frame?.plan.collects !== 'text') return;
    frame.text += text;
    if (++this.pieces % PIECES_PER_FLATTENING === 0) flatten(frame.text);
  }

  closed(): void {
    if (this.ignored > 0) {
      this.ignored--;
      return;
    }
    const frame = this.open.pop();
    if (!frame) return;
    const parent = this.open.at(-1);
    const content = frame.content();
    if (parent) parent.put(frame.plan.slot, frame.plan.second, content);
    else this.result = content;
  }

  /** @throws InvalidValue */
  value(): unknown {
    if (this.result instanceof InvalidValue) throw this.result;
    return this.result;
  }
}

function openFrame(plan: XmlPlan, tag: SaxesTagNS): Frame {
  const frame = new Frame(plan);
  for (const { name, slot, convert } of plan.attributes) {
    const attribute = tag.attributes[name];
    if (attribute) frame.put(slot, false, convert(attribute.value));
  }
  return frame;
}
