import type { XmlTag } from '../xml/parser.js';
import { InvalidValue, UnreadableBody } from './body-faults.js';
import { CollectedText } from './collected-text.js';
import type { BoundField, Item, ListField, ScalarField } from './fields.js';
import type { IgnoredNames } from './ignored-names.js';
import { limitsOf } from './limited-lists.js';
import { Frame, NOTHING_UNREAD } from './xml-frame.js';
import { requireAtMost } from '@chat-admin/domain/shared/limits';
import type { Limit } from '@chat-admin/domain/shared/limits';
import type { AttributePlan, XmlPlace, XmlPlan } from './parts.js';
import { UNUSABLE } from './scalars.js';
import { unusable } from './unusable.js';

const NO_CHILDREN: ReadonlyMap<string, XmlPlan> = new Map();
const asItIs = (content: unknown): unknown => content;
/** @param check throws */
const checked =
  <T>(check: (content: T) => void) =>
  (content: unknown): unknown => {
    check(content as T);
    return content;
  };

function converter(wire: string, field: ScalarField<unknown>): (text: string) => unknown {
  const { scalar } = field;
  return (text) => {
    const value = scalar.fromText(text);
    return value === UNUSABLE ? unusable(wire, field, text) : value;
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
    unread: NOTHING_UNREAD,
    settled: false,
    finish: converter(wire, field) as (content: unknown) => unknown,
  };
}

/** @param unread what is known besides */
export function xmlObjectPlan(
  fields: readonly BoundField[],
  unread: readonly BoundField[],
): XmlPlan {
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
    slot: '',
    place: 'newest',
    collects: 'object',
    children,
    attributes,
    unread: {
      children: new Set(unread.filter((field) => !isAttribute(field)).map(wireOf)),
      attributes: new Set([...fields, ...unread].filter(isAttribute).map(wireOf)),
    },
    settled: false,
    finish: requireLimits === null ? asItIs : checked(requireLimits),
  };
}

const wireOf = ({ wire }: BoundField): string => wire;
const isAttribute = ({ field }: BoundField): boolean => field.kind === 'scalar' && field.attribute;

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
    unread: NOTHING_UNREAD,
    settled,
    finish:
      limit === null ? asItIs : checked<unknown[]>(({ length }) => requireAtMost(limit, length)),
  };
}

/** Turns parser events into the value of one of the documents in `roots`. */
export class XmlBuilder {
  /** one per depth reached; the first `depth` are in use */
  private readonly frames: Frame[] = [];
  private depth = 0;
  /** the open element that collects text; may only contain unknown elements */
  private textPlan: XmlPlan | null = null;
  private textName = '';
  private readonly collected = new CollectedText();
  /** items of all open lists, innermost last; entries from `itemCount` on are stale */
  private readonly items: unknown[] = [];
  private itemCount = 0;
  /** open elements that are not known */
  private unknown = 0;
  /** whether the root has any */
  private hasKnown = false;
  private hasUnknown = false;
  private result: unknown;

  constructor(
    private readonly roots: ReadonlyMap<string, XmlPlan>,
    private readonly ignored: IgnoredNames,
  ) {}

  opened(tag: XmlTag): void {
    if (this.unknown > 0 || this.textPlan) {
      if (this.unknown++ === 0) this.ignore(tag.name);
      return;
    }
    const known = this.depth === 0 ? this.roots : this.frames[this.depth - 1]!.plan.children;
    const plan = tag.uri === '' ? known.get(tag.local) : undefined;
    if (plan && this.depth === 1) this.hasKnown = true;
    if (plan?.collects === 'text') {
      this.textPlan = plan;
      this.textName = tag.local;
    } else if (plan) this.push(plan, tag);
    else if (this.depth > 0) this.passOver(tag);
    else
      throw new UnreadableBody(
        `the root element must be ${[...this.roots.keys()].join(' or ')}`,
        'in this letter case, and without a namespace',
      );
  }

  private push(plan: XmlPlan, tag: XmlTag): void {
    const frame = (this.frames[this.depth++] ??= new Frame());
    frame.open(plan, tag.local, this.itemCount);
    const { attributes } = plan;
    if (attributes.length === 0) return;
    for (const { name, slot, convert } of attributes) {
      const attribute = tag.attributes[name];
      if (attribute) frame.put(slot, 'newest', convert(attribute.value));
    }
    this.lookForOthers(tag, plan);
  }

  /** Attributes tell where the known ones are. Contract: core 1.6, CK-4 */
  private lookForOthers({ attributes }: XmlTag, { unread }: XmlPlan): void {
    for (const name in attributes) {
      if (unread.attributes.has(name)) this.hasKnown ||= this.depth === 1;
      else if (attributes[name]!.prefix !== 'xmlns') this.ignore(name);
    }
  }

  /** It is not read, with all that is in it. */
  private passOver({ uri, local, name }: XmlTag): void {
    const { unread } = this.frames[this.depth - 1]!.plan;
    this.unknown++;
    if (uri !== '' || !unread.children.has(local)) this.ignore(name);
    else if (this.depth === 1) this.hasKnown = true;
  }

  private ignore(name: string): void {
    const { ignored } = this;
    ignored.depth = 0;
    for (let level = 1; level < this.depth; level++) ignored.enter(this.frames[level]!.name);
    if (this.textPlan) ignored.enter(this.textName);
    else if (this.depth === 1) this.hasUnknown = true;
    ignored.add(name);
  }

  text(text: string): void {
    if (this.unknown > 0) return;
    if (this.textPlan) this.collected.add(text);
    else if (this.depth > 0) this.frames[this.depth - 1]!.requireBlank(text);
  }

  closed(): void {
    if (this.unknown > 0) {
      this.unknown--;
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
    this.ignored.depth = 0;
    if (this.hasUnknown) this.ignored.settle(this.hasKnown);
    return this.result;
  }
}
