import { ERROR_ANSWERS } from '@chat-admin/codecs/errors/error-answers';
import type { ErrorAnswer, ErrorCode } from '@chat-admin/codecs/errors/error-answers';
import type { RouteIndex } from '../../src/http/route-index.js';
import { FAILURES } from '../../src/openapi/responses.js';
import type { FailureStatus } from '../../src/openapi/responses.js';
import { DescribedOperations, placeOf } from './described-operations.js';
import type { Response } from './described-operations.js';
import { readDescribedXml } from './described-xml.js';
import type { XmlReading, XmlSchema } from './described-xml.js';

/** Holds answers in JSON and XML against the API description. Contract: extensions E9, "Must pass" */
export class DescribedAnswers {
  private readonly described: DescribedOperations;

  constructor(routes: RouteIndex) {
    this.described = new DescribedOperations(routes, {
      all: (description) => closed(description),
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
    const content = [...place, 'content'];
    const media = [...content, label === 'text/xml' ? 'application/xml' : label];
    if (this.described.at(media) === undefined) return [`${label} is not described`];
    const { [FIELDS]: chosen } = (this.described.at([...content, JSON_LABEL]) ?? {}) as Choosing;
    const schema =
      /[?&]fields=/.test(address) && chosen !== undefined
        ? [...content, JSON_LABEL, FIELDS]
        : [...media, 'schema'];
    const { value, faults: ofXml } = this.read(text, label, schema);
    const ofValue = this.described.faultsOf('all', schema, value);
    return [...ofXml, ...ofValue];
  }

  /** What is wrong with the code of an error; each is among those of its operation, or of all. Contract: core 1.7 */
  faultsOfError(
    method: string,
    address: string,
    status: number,
    code: string | undefined,
  ): readonly string[] {
    const answer = ERROR_ANSWERS[code as ErrorCode] as ErrorAnswer | undefined;
    if (answer?.status !== status) return [`${code} is no code of ${status}`];
    const found = this.described.find(method, address);
    if (found === null) return [];
    const response = found.operation.responses[String(status)];
    if (response === undefined) return [`status ${status} is not described`];
    const [common] = FAILURES[status as FailureStatus];
    const isListed = [response.$ref!, `#/components/responses/${common}`].some(($ref) => {
      const { content = {} } = this.described.at({ $ref }) as Response;
      return code! in (content['application/json']?.examples ?? {});
    });
    return isListed ? [] : [`${found.operation.operationId} does not list ${code}`];
  }

  /** A scope that a caller lacked is among those that its operation names. Contract: extensions E9 */
  faultsOfScope(method: string, address: string, text: string): readonly string[] {
    const scope = /The scope ([\w:*-]+) is needed/.exec(text)?.[1];
    const found = this.described.find(method, address);
    if (scope === undefined || found === null) return [];
    const { operationId, description = '', 'x-scope': always = [] } = found.operation;
    const isSaid =
      always.includes(scope) ||
      description.includes(`\`${scope}\``) ||
      description.includes('each scope that the key has');
    return isSaid ? [] : [`${operationId} does not say that it needs ${scope}`];
  }

  private read(text: string, label: string, place: readonly string[]): XmlReading {
    if (!label.endsWith('xml')) return { value: JSON.parse(text), faults: [] };
    return readDescribedXml(
      text,
      this.described.at(place) as XmlSchema,
      ($ref) => this.described.at({ $ref }) as XmlSchema,
    );
  }
}

const JSON_LABEL = 'application/json';
/** The schema of a document with the members that a request chooses, with the hints for XML. */
const FIELDS = 'x-schema-of-fields';

interface Choosing {
  readonly [FIELDS]?: object;
}

/** Documents are open for those who read them; what we write has no member that is not described. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(
    Object.entries(node).map(([name, value]) => [
      name === 'x-extensible-enum' ? 'enum' : name,
      closed(value),
    ]),
  );
  return copy['type'] === 'object' && 'properties' in copy
    ? { ...copy, additionalProperties: false }
    : copy;
}
