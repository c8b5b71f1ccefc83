import type { OutgoingHttpHeaders } from 'node:http';
import { API_ROOT } from '../../src/http/api-root.js';
import type { RouteIndex } from '../../src/http/route-index.js';
import { DescribedOperations, placeOf } from './described-operations.js';
import type { Found, Parameter } from './described-operations.js';

export interface Request {
  readonly method: string;
  readonly address: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Uint8Array | null;
  /** the file of the test */
  readonly suite: string;
}

interface Leniency {
  /** the line that says so */
  readonly contract: string;
  readonly faults: RegExp;
}

const lenient = (contract: string, faults: RegExp): Leniency => ({ contract, faults });

/**
 * What these suites send on purpose: what the contract reads and the description does not offer, so that the types
 * of generated clients stay narrow.
 */
const LENIENT: Readonly<Record<string, Leniency>> = {
  rooms: lenient(
    'core 1.6 "Integer field", 2.2',
    /^body \/(?:maxUsers|persistent|moderated|owners|broadcastPresenceRoles|allowPM)/,
  ),
  roster: lenient('core 1.6 "Integer field", 2.2', /^body \/(?:subscriptionType|groups|nickname)/),
  groups: lenient('core 1.6 "Boolean field", 2.2', /^body \/(?:description|shared|members|admins)/),
  users: lenient(
    'core 1.6 "JSON text field", 2.2',
    /^body \/(?:username|password|name|email|properties)/,
  ),
  kicks: lenient('CK-11', /^body \/role must be equal to one/),
  preconditions: lenient(
    'extensions E2, CK-26',
    /^body  must have required property '(?:name|key)'/,
  ),
  affiliations: lenient('core 2.2', /^body (?:\/members|.*'members')/),
  'wire-addresses': lenient('extensions I-17', /^body \/(?:members|admins)/),
  'users-update': lenient(
    'core 1.6 "JSON text field", 2.2',
    /^body \/(?:properties|username|name)/,
  ),
  'jobs-upload': lenient('core 1.6 "Words of a closed set"', /^parameter type/),
  'user-groups': lenient('core 2.2, 4.1', /^body (?:\/groupnames|.*'groupnames')/),
  'dry-runs': lenient('core 2.2, muc-and-legacy R6', /^body (?:.*'groupnames'|\/chatRooms)/),
  'rooms-patch': lenient('core 2.2, CK-11', /^body \/(?:admins|allowPM|broadcastPresenceRoles)/),
  'rooms-update': lenient('CK-11', /^body \/allowPM/),
  'wire-bodies': lenient('core 2.2', /^body \/properties/),
  'rooms-bulk': lenient('muc-and-legacy R6', /^body (?:\/chatRooms|.*'chatRooms')/),
  'users-patch': lenient('core 1.6 "JSON text field"', /^body \/properties/),
  'system-properties': lenient('core 7.1, I-2', /^body \/value/),
  'chat-services-patch': lenient('core 1.6 "Boolean field"', /^body \/hidden/),
  'groups-patch': lenient(
    'core 2.2, CK-3',
    /^body (?:\/members|\/admins|.*"(?:member|isshared|isShared)")/,
  ),
  'users-limits': lenient('core 2.2', /^body \/properties/),
  'users-rename': lenient('core 2.2', /^body \/properties/),
  'users-secrets': lenient('core 2.2', /^body .*\/properties must be array/),
  'users-removal': lenient('core 2.2', /^body \/properties must be array/),
  'jobs-tables': lenient('core 2.2, extensions E7.1', /^body \/lines/),
  'rooms-list': lenient('core 1.1, booleans; muc-and-legacy 4', /^parameter (?:expandGroups|type)/),
  'rooms-pages': lenient('muc-and-legacy 4', /^parameter type/),
  'users-bulk': lenient(
    'core 2.2, 3.1',
    /^body (?:\/users must be array| must have required property '(?:username|password)')/,
  ),
  routes: lenient('muc-and-legacy R6', /^body  must have required property 'chatRooms'/),
  'json-names': lenient(
    'core 2.2, 7.1, extensions I-6',
    /^body (?:\/\w+ must be array| must have required property '(?:key|value)')/,
  ),
  'audit-log': lenient('core 8.3', /^parameter (?:limit|offset) must be >= 0/),
  'idempotency-keys': lenient('extensions E4.1', /^parameter Idempotency-Key must match pattern/),
  'entity-tags': lenient('extensions E2', /^parameter If-None-Match must match pattern/),
  sessions: lenient('core 8.1', /^parameter username must match pattern/),
  health: lenient('core 7.3', /^parameter encrypted/),
  'chat-history': lenient(
    'core 1.9, muc-and-legacy R8.3',
    /^parameter (?:limit must be >= 0|before|after)/,
  ),
  'ignored-names': lenient('core 1.1, CK-4', /^parameter \w+ .* true$/),
  'remembered-history': lenient('muc-and-legacy R8.3', /^parameter limit must be >= 0/),
  'group-members': lenient('core 1.6 "Words of a closed set"', /^body \/role/),
  // one room fails alone
  'audit-details': lenient('muc-and-legacy R6', /^body \/chatRooms\/2\/roomName/),
  messages: lenient('core 1.6 "Words of a closed set"', /^body \/type/),
  invitations: lenient('core 2.2', /^body \/jidsToInvite/),
};

/** Holds requests that were answered with success against the API description. Contract: extensions E9, "Must pass" */
export class DescribedRequests {
  private readonly described: DescribedOperations;

  constructor(routes: RouteIndex) {
    this.described = new DescribedOperations(routes, { all: (description) => description });
  }

  /** What does not fit, each with the operation in front; empty also for what is no operation. */
  faultsOf(request: Request): readonly string[] {
    const found = this.described.find(request.method, request.address);
    if (found === null) return [];
    const faults = [...this.ofParameters(found, request), ...this.ofBody(found, request)].filter(
      (fault) => !isMeant(request, fault),
    );
    return faults.map((fault) => `${found.operation.operationId} ${fault}`);
  }

  private ofParameters(
    { operation, place }: Found,
    { address, headers }: Request,
  ): readonly string[] {
    const { searchParams: asked, pathname } = new URL(address, 'http://api');
    const named = namesIn(place[1]!, pathname.slice(API_ROOT.length));
    const sent = new Map(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    return (operation.parameters ?? []).flatMap((reference) => {
      const { name, in: kind, required, schema } = this.described.at(reference) as Parameter;
      const text =
        kind === 'query'
          ? asked.get(name)
          : kind === 'header'
            ? sent.get(name.toLowerCase())
            : named.get(name);
      // core 1.1, extensions E1.1: empty text counts as absent
      if (text === undefined || text === null || text === '') {
        return required && kind !== 'path' ? [`parameter ${name} is missing`] : [];
      }
      const place = [...reference.$ref.slice(2).split('/'), 'schema'];
      const value = valueOf(String(text), schema.type);
      return this.described
        .faultsOf('all', place, value)
        .map((fault) => `parameter ${name}${fault} ${text}`);
    });
  }

  private ofBody({ operation, place }: Found, request: Request): readonly string[] {
    const { headers, body } = request;
    const label = labelOf(headers);
    const isPlain =
      /^application\/(?:merge-patch\+)?json$/.test(label) && !headers['Content-Encoding'];
    const text = Buffer.from(body ?? [])
      .toString()
      .replace(BYTE_ORDER_MARK, '')
      .trim();
    // core 1.6: "no object"
    const isNothing = text === '' || text === 'null';
    if (!isPlain || isNothing || operation.requestBody === undefined) return [];
    const media = ['requestBody', 'content', label];
    if (!(label in operation.requestBody.content)) return [`media type ${label}`];
    const value: unknown = JSON.parse(text);
    return this.alternativesAt([...place, ...media, 'schema'])
      .map((one) => this.described.faultsOf('all', one, value).map((fault) => `body ${fault}`))
      .reduce((best, next) =>
        faultsCount(request, next) < faultsCount(request, best) ? next : best,
      );
  }

  /** Of what a document is one: each alone, so that the faults are those of what is meant. */
  private alternativesAt(place: readonly string[]): readonly (readonly string[])[] {
    const { $ref, oneOf } = this.described.at(place) as Schema;
    if ($ref !== undefined) return this.alternativesAt(placeOf({ $ref }));
    if (oneOf === undefined) return [place];
    return oneOf.flatMap((_one, at) => this.alternativesAt([...place, 'oneOf', String(at)]));
  }
}

interface Schema {
  readonly $ref?: string;
  readonly oneOf?: readonly unknown[];
}

const isMeant = ({ suite }: Request, fault: string): boolean =>
  LENIENT[suite]?.faults.test(fault) ?? false;

/** How many there are that are not meant. */
const faultsCount = (request: Request, faults: readonly string[]): number =>
  faults.filter((fault) => !isMeant(request, fault)).length;

/** What stands where the path of an operation has its parameters. */
function namesIn(path: string, address: string): ReadonlyMap<string, string> {
  const segments = address.split('/').map((segment) => decodeURIComponent(segment));
  const names = path.split('/').map((name) => name.slice(1, -1));
  return new Map(names.map((name, at) => [name, segments[at]!]));
}

const BYTE_ORDER_MARK = /^\uFEFF/;

const labelOf = (headers: OutgoingHttpHeaders): string =>
  String(headers['Content-Type'] ?? '')
    .replace(/;.*/s, '')
    .trim()
    .toLowerCase();

function valueOf(text: string, type: string | undefined): unknown {
  // extensions E1.1: blanks beside commas count for nothing
  if (type === 'array') return text.split(',').map((word) => word.trim());
  if (type === 'integer') return /^-?\d+$/.test(text) ? Number(text) : text;
  // extensions E0, "New booleans": any letter case
  if (type === 'boolean') return { true: true, false: false }[text.toLowerCase()] ?? text;
  return text;
}
