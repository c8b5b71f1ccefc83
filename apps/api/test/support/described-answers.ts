import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { API_ROOT } from '../../src/http/api-root.js';
import type { RouteIndex } from '../../src/http/route-index.js';
import { openApiDocument } from '../../src/openapi/openapi-document.js';

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly responses: Readonly<Record<string, Response>>;
}

interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, unknown>>;
}

/** Holds answers in JSON against the API description. Contract: extensions E9, "Must pass" */
export class DescribedAnswers {
  private readonly ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly described: Described;
  private readonly shapes: readonly { readonly path: string; readonly shape: RegExp }[];

  constructor(routes: RouteIndex) {
    this.described = closed(openApiDocument(routes.described())) as Described;
    this.ajv.addSchema(this.described, 'api');
    this.ajv.addSchema(closed(this.described, 'required') as object, 'chosen');
    // those with fewer parameters first
    this.shapes = Object.keys(this.described.paths)
      .sort((a, b) => a.split('{').length - b.split('{').length)
      .map((path) => ({
        path,
        shape: new RegExp(
          `^${API_ROOT}${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`,
        ),
      }));
  }

  /** What does not fit; empty also for addresses and methods that are no operation. */
  faultsOf(
    method: string,
    address: string,
    status: number,
    label: string,
    text: string,
  ): readonly string[] {
    const pathname = address.replace(/[?#].*/s, '');
    const path = this.shapes.find(({ shape }) => shape.test(pathname))?.path;
    const verb = method.toLowerCase();
    const operation = path === undefined ? undefined : this.described.paths[path]![verb];
    if (path === undefined || operation === undefined) return [];
    const response = operation.responses[String(status)];
    if (response === undefined) return [`status ${status} is not described`];
    const place = response.$ref?.slice(1).split('/').slice(1) ?? [
      'paths',
      path,
      verb,
      'responses',
      String(status),
    ];
    const pointer = [...place, 'content', label, 'schema'].map(escaped).join('/');
    // with `fields` a document has no others
    const name = /[?&]fields=/.test(address) ? 'chosen' : 'api';
    const reference = `${name}#/${pointer}`;
    const validate = this.validators.get(reference) ?? this.ajv.compile({ $ref: reference });
    this.validators.set(reference, validate);
    if (validate(JSON.parse(text))) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }
}

const escaped = (part: string): string =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

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
