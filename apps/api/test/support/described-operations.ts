import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { API_ROOT } from '../../src/http/api-root.js';
import type { RouteIndex } from '../../src/http/route-index.js';
import { openApiDocument } from '../../src/openapi/openapi-document.js';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: { readonly type?: string };
}

export interface Content {
  readonly examples?: Readonly<Record<string, Reference>>;
}

export interface Response {
  readonly content?: Readonly<Record<string, Content>>;
}

export interface Operation {
  readonly operationId: string;
  readonly description?: string;
  readonly 'x-scope'?: readonly string[];
  readonly servers?: readonly object[];
  readonly parameters?: readonly Reference[];
  readonly requestBody?: Required<Response>;
  readonly responses: Readonly<Record<string, Response & Partial<Reference>>>;
}

interface Reference {
  readonly $ref: string;
}

/** An operation, and where it stands in the description. */
export interface Found {
  readonly operation: Operation;
  readonly place: readonly string[];
}

/** The operations of the API description, by address. Contract: extensions E9 */
export class DescribedOperations {
  private readonly ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly description: Description;
  private readonly shapes: readonly { readonly path: string; readonly shape: RegExp }[];

  /** @param versions what is looked for, by name: each is made when it is first asked for */
  constructor(
    routes: RouteIndex,
    private readonly versions: Readonly<Record<string, (all: unknown) => unknown>>,
  ) {
    this.description = descriptionOf(routes);
    // those with fewer parameters first
    this.shapes = Object.keys(this.at(['paths']) as object)
      .sort((a, b) => a.split('{').length - b.split('{').length)
      .map((path) => ({
        path,
        // extensions E5.5: a browser would not keep the cookie to `/session/`
        shape: new RegExp(
          `^${API_ROOT}${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}${path === '/session' ? '' : '/?'}$`,
        ),
      }));
  }

  /** `null` also for addresses and methods that are no operation. */
  find(method: string, address: string): Found | null {
    const pathname = address.replace(/[?#].*/s, '');
    const path = this.shapes.find(({ shape }) => shape.test(pathname))?.path;
    if (path === undefined) return null;
    const place = ['paths', path, method.toLowerCase()];
    const operation = this.at(place) as Operation | undefined;
    // another server is another app
    return operation === undefined || operation.servers ? null : { operation, place };
  }

  /** What stands at a place, or behind a reference. */
  at(place: readonly string[] | Reference): unknown {
    const names = '$ref' in place ? placeOf(place) : place;
    return names.reduce<unknown>(
      (node, name) => (node as Record<string, unknown>)[name],
      this.description,
    );
  }

  /** What of a value does not fit the schema at a place. */
  faultsOf(version: string, place: readonly string[], value: unknown): readonly string[] {
    const validate = this.validatorOf(version, `${version}#/${place.map(escaped).join('/')}`);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  private validatorOf(version: string, $ref: string): ValidateFunction {
    const known = this.validators.get($ref);
    if (known) return known;
    if (!(version in this.ajv.schemas)) {
      this.ajv.addSchema(this.versions[version]!(this.description) as object, version);
    }
    const validate = this.ajv.compile({ $ref });
    this.validators.set($ref, validate);
    return validate;
  }
}

type Description = Readonly<Record<string, unknown>>;
const descriptions = new WeakMap<RouteIndex, Description>();

/** Made once for an app. */
function descriptionOf(routes: RouteIndex): Description {
  const known = descriptions.get(routes);
  if (known) return known;
  const description = openApiDocument(routes.described()) as Description;
  descriptions.set(routes, description);
  return description;
}

export const placeOf = ({ $ref }: Reference): readonly string[] => $ref.slice(2).split('/');

const escaped = (part: string): string =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
