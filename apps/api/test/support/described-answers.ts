import type { RouteIndex } from '../../src/http/route-index.js';
import { DescribedOperations, placeOf } from './described-operations.js';
import type { Content, Found } from './described-operations.js';
import { readDescribedXml } from './described-xml.js';
import type { XmlReading, XmlSchema } from './described-xml.js';

/** Holds answers in JSON and XML against the API description. Contract: extensions E9, "Must pass" */
export class DescribedAnswers {
  private readonly described: DescribedOperations;

  constructor(routes: RouteIndex) {
    this.described = new DescribedOperations(routes, {
      all: (description) => closed(description),
      chosen: (description) => closed(description, 'required'),
    });
  }

  /** What does not fit; empty also for addresses and methods that are no operation. */
  faultsOf(
    method: string,
    address: string,
    status: number,
    label: string,
    text: string,
  ): readonly string[] {
    const found = this.described.find(method, address);
    if (found === null) return [];
    const response = found.operation.responses[String(status)];
    if (response === undefined) return [`status ${status} is not described`];
    const place = response.$ref
      ? placeOf({ $ref: response.$ref })
      : [...found.place, 'responses', String(status)];
    // with `fields` a document has no others
    const version = /[?&]fields=/.test(address) ? 'chosen' : 'all';
    const media = [...place, 'content', label];
    if (this.described.at(media) === undefined) return [`${label} is not described`];
    const { value, faults: ofXml } = this.read(text, label, [...media, 'schema']);
    const ofValue = this.described.faultsOf(version, [...media, 'schema'], value);
    const faults = [...ofXml, ...ofValue];
    return faults.length > 0 || status < 400
      ? faults
      : this.unlisted(found, media, value as Refused);
  }

  private read(text: string, label: string, place: readonly string[]): XmlReading {
    if (!label.endsWith('xml')) return { value: JSON.parse(text), faults: [] };
    return readDescribedXml(
      text,
      this.described.at(place) as XmlSchema,
      ($ref) => this.described.at({ $ref }) as XmlSchema,
    );
  }

  /** Each refusal stands among those of its operation. */
  private unlisted({ operation }: Found, media: readonly string[], refused: Refused) {
    const { examples = {} } = this.described.at(media) as Content;
    const listed = Object.values(examples).map(
      (example) => (this.described.at(example) as { readonly value: Refused }).value,
    );
    if (listed.some((one) => isSameRefusal(one, refused))) return [];
    return [`${operation.operationId} does not list ${JSON.stringify(refused)}`];
  }
}

/** An error, or a problem whose detail is its message. */
interface Refused {
  readonly exception: string;
  readonly message?: string;
  readonly detail?: string;
}

/** `…` stands for a value, and so do the values of the examples that are everybody's. */
function isSameRefusal(listed: Refused, refused: Refused): boolean {
  const [said, saying] = [listed, refused].map(({ message, detail }) => message ?? detail ?? '');
  return listed.exception === refused.exception && shapeOf(said!).test(saying!);
}

const VALUES =
  /(?<=^Invalid value for )(?!parameter|header)[^:]+|(?<=(?:parameter|header|The scope|too many) )(?:[^ :]|:(?! ))+|(?<=: ).*$|\d+|…/gsu;

const shapeOf = (message: string): RegExp => {
  const fixed = message
    .split(VALUES)
    .map((text) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  return new RegExp(`^${fixed.join('.*?')}(?:: .*)?$`, 's');
};

/**
 * Documents are open for those who read them; what we write has no member that is not described.
 * @param without a keyword that does not count
 */
function closed(node: unknown, without: string | null = null): unknown {
  if (Array.isArray(node)) return node.map((one) => closed(one, without));
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(
    Object.entries(node)
      .filter(([name]) => name !== without)
      .map(([name, value]) => [name, closed(value, without)]),
  );
  return copy['type'] === 'object' && 'properties' in copy
    ? { ...copy, additionalProperties: false }
    : copy;
}
