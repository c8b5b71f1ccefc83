import type { Area, SingleScope } from '@chat-admin/domain/shared/scopes';
import type { KnownProperty } from '@chat-admin/domain/system/known-property';
import type { AuditFacts } from '@chat-admin/domain/shared/audit-facts';
import type { ErrorCode } from '@chat-admin/codecs/errors/error-answers';
import 'reflect-metadata';
import { applyDecorators, HttpCode } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import type { FieldChoice } from '@chat-admin/codecs/wire/chosen-fields';
import type { AlsoNeeded, PathNames } from '../access/also-needed.js';
import type { Guarded } from './guarded.js';
import type { CreatedWhen, Creation, Guards } from './preconditions.js';
import type { LoginEnded } from './protected-changes.js';
import type { Method, Surplus } from './agreement.js';
import type { BodyReader } from './bodies.js';
import type { ListDeclaration } from './list-declaration.js';
import type { Query } from './query-string.js';
import type { ReplyWriter } from './replies.js';

/**
 * What a route declares about itself. The hooks of the wire edge use the declarations of the
 * matched route, never path text, to decide about authentication, bodies, replies and audit.
 */
export interface Endpoint {
  /** its name and what it does, for the API description */
  operation?: { readonly id: string; readonly summary: string };
  /** how its body is read; absent: bodies are ignored */
  accepts?: BodyReader<unknown>;
  /** the name in its document or path that nothing reads. Contract: core 1.6, CK-4 */
  alsoIgnores?: (body: unknown, path: PathNames) => string | null;
  /** how its result is written; absent: the response is empty */
  replies?: ReplyWriter<never>;
  /** the name of the change in the audit log; `name` adds what the path does not contain */
  audited?: {
    readonly kind: string | ((body: unknown) => string);
    readonly name: ((body: unknown) => string | null) | null;
    /** the parent of the names in the path, from the query */
    readonly scope: ((query: Query) => string) | null;
    /** of whom or what the body speaks */
    readonly facts: ((body: unknown) => AuditFacts) | null;
  };
  /** the change is a reading, which is audited while this property is `true` */
  auditedWhile?: KnownProperty<boolean>;
  /** what it is about, which decides the scopes that a caller needs; `any`: each caller may */
  area?: Area | 'any';
  /** any of these scopes lets in, and decides what is shown */
  needsOneOf?: readonly SingleScope[];
  /** scopes that depend on what a request names */
  alsoNeeds?: AlsoNeeded;
  /** served while the API is disabled, and without credentials if an operator allows that */
  healthCheck?: true;
  /** a page for readers: needs no credentials and is no operation of the API description */
  isPage?: true;
  /** credentials are looked at, but nobody is refused for want of them */
  isForAnybody?: true;
  /** it needs no credentials, though the client's address has to be allowed; a part of the sign-in */
  isOpen?: true;
  /** it is there while this property is `true` */
  servedWhile?: KnownProperty<boolean>;
  /** no part of the API, none of whose own checks apply to it */
  isOutside?: true;
  /** of a success, if not Nest's default */
  status?: number;
  /** may answer 201 with `Location` instead, because its handler may return `Created` */
  mayCreate?: true;
  /** the object that it changes, for conditional requests */
  guards?: Guards;
  /** whose login it ends, which somebody at a console must not do to everyone */
  endsLogin?: LoginEnded;
  /** it may change who administers */
  setsAdministrators?: true;
  /** it cannot be tried */
  withoutDryRun?: true;
  /** `dryRun` is about what it makes, not about the request */
  triesLater?: true;
  /** it looks at credentials itself */
  signsIn?: true;
  /** it is about the session of the caller, whose cookie goes if that has ended */
  ownSession?: true;
  /** its answer shows a secret once, so none is kept */
  handsOutSecret?: true;
  /** the change is no single transaction */
  inSteps?: true;
  /** whether its document has a tag with these query parameters; absent: never */
  tagged?: (query: Query) => boolean;
  /** the list that it shows, with its parameters */
  lists?: ListDeclaration;
  /** members of its document that a request may choose */
  chooses?: FieldChoice;
  /** names of its query parameters, for the API description */
  queries?: readonly string[];
  /** headers of its own that a success may have, for the API description */
  tells?: readonly string[];
  /** what it is refused with besides what its other declarations imply, for the API description */
  refuses?: readonly ErrorCode[];
}

const ENDPOINT = Symbol('endpoint');

const declaredOf = (handler: object) =>
  Reflect.getMetadata(ENDPOINT, handler) as Endpoint | undefined;

function declare(part: Endpoint) {
  return <H>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<H>,
  ): void => {
    const handler = descriptor.value as object;
    const endpoint = Object.assign(declaredOf(handler) ?? {}, part);
    Reflect.defineMetadata(ENDPOINT, endpoint, handler);
    RouteConfig({ endpoint })(target, key, descriptor as PropertyDescriptor);
  };
}

/** Declares a part of one route, or of each route of a controller. */
function declareOfAll(part: (declared: Endpoint) => Endpoint) {
  return (target: object, key?: string | symbol, descriptor?: PropertyDescriptor): void => {
    const methods: readonly (readonly [string | symbol, PropertyDescriptor])[] = descriptor
      ? [[key!, descriptor]]
      : Object.entries(Object.getOwnPropertyDescriptors((target as Type).prototype));
    for (const [name, method] of methods) {
      const declared = declaredOf(method.value as object);
      if (declared ?? descriptor) declare(part(declared ?? {}))(target, name, method);
    }
  };
}

/**
 * The route reads a body: `@Body()`, the first parameter, receives the reader's result. Compiles
 * only if both have the same fields.
 */
export const Accepts =
  <B>(reader: BodyReader<B>) =>
  <H extends (body: B, ...rest: never[]) => unknown>(
    target: object,
    key: string | symbol,
    method: Method<H, Surplus<Parameters<H>[0], B> | Surplus<B, Parameters<H>[0]>>,
  ): void =>
    declare({ accepts: reader })(target, key, method);

/**
 * The route writes the handler's result. Compiles only if the result has all fields that the writer
 * shows, and no others.
 */
export const Replies =
  <R>(writer: ReplyWriter<R>) =>
  <H extends (...args: never[]) => R | Promise<R>>(
    target: object,
    key: string | symbol,
    method: Method<H, Surplus<Awaited<ReturnType<H>>, R>>,
  ): void =>
    declare({ replies: writer })(target, key, method);

/** The route changes something: each call leaves one audit entry. Contract: core 1.13 */
export const Audited =
  <B = never>(
    kind: string | ((body: B) => string),
    name: ((body: B) => string | null) | null = null,
    scope: ((query: Query) => string) | null = null,
    facts: ((body: B) => AuditFacts) | null = null,
  ) =>
  <H extends (body: B, ...rest: never[]) => unknown>(
    target: object,
    key: string | symbol,
    method: TypedPropertyDescriptor<H>,
  ): void => {
    const audited = { kind, name, scope, facts } as NonNullable<Endpoint['audited']>;
    declare({ audited })(target, key, method);
  };

/** The route reads what an operator may want an audit entry about. */
export const AuditedWhile =
  (property: KnownProperty<boolean>, kind: string, scope: (query: Query) => string) =>
  <H>(target: object, key: string | symbol, method: TypedPropertyDescriptor<H>): void =>
    declare({
      audited: { kind, name: null, scope, facts: null },
      auditedWhile: property,
    })(target, key, method);

/**
 * Names the route in the API description.
 * @param id `operationId`: unique and for ever, because generated clients have methods of this name
 */
export const Operation = (id: string, summary: string): MethodDecorator =>
  declare({ operation: { id, summary } });

/**
 * What the route is about, or all routes of a controller that do not say so themselves. Contract:
 * extensions E5.2
 */
export const About = (area: Area | 'any') =>
  declareOfAll((declared) => ({ area: declared.area ?? area }));

/** Callers need any of these scopes, which show different parts of the document. Contract: extensions E5.2 */
export const NeedsOneOf = (...scopes: readonly SingleScope[]): MethodDecorator =>
  declare({ needsOneOf: [...new Set(scopes)] });

/** Callers need scopes that depend on what their request names. Contract: extensions E5.2 "Also needed" */
export const AlsoNeeds = (alsoNeeds: AlsoNeeded): MethodDecorator => declare({ alsoNeeds });

/** What a request names may be something that nothing reads. Contract: core 1.6, CK-4 */
export const AlsoIgnores = <B>(
  name: (body: B, path: PathNames) => string | null,
): MethodDecorator => declare({ alsoIgnores: name as NonNullable<Endpoint['alsoIgnores']> });

/** The route reports the state of the service. Contract: core 7.3 */
export const HealthCheck = (): MethodDecorator => declare({ healthCheck: true });

/**
 * The document of the route has a tag, by which a client asks whether it is still the same. Contract:
 * extensions E2
 * @param when which query parameters it has one with
 */
export const Tagged = (when: (query: Query) => boolean = () => true): MethodDecorator =>
  declare({ tagged: when });

/**
 * The object that the route changes, to which the conditions of a request apply. Contract: extensions
 * E2
 * @param create how `PUT` with `If-None-Match: *` creates what is missing
 */
export const Changes = (
  object: Guarded,
  create?: Creation,
  createdWhen: CreatedWhen = 'missing',
): MethodDecorator => declare({ guards: { object, ...(create && { create, createdWhen }) } });

/** The change ends somebody's login, or their name. Contract: extensions E12, X-3 */
export const EndsLogin = (of: LoginEnded): MethodDecorator => declare({ endsLogin: of });

/** The change may decide who administers. Contract: extensions E12, X-3 */
export const SetsAdministrators = (): MethodDecorator => declare({ setsAdministrators: true });

/** The change cannot be tried with `dryRun`. Contract: extensions E4.2 */
export const WithoutDryRun = (): MethodDecorator => declare({ withoutDryRun: true });

/** `dryRun` is about what the route makes, which reads it with `@AsksForDryRun()`. Contract: extensions E7.1 */
export const TriesLater = (): MethodDecorator => declare({ triesLater: true });

/** The route needs no credentials, because it looks at them itself. Contract: extensions E5.5 */
export const SignsIn = (): MethodDecorator => declare({ signsIn: true });

/** Anybody may call the route, from an address that may call. Contract: extensions E14 */
export const IsOpen = (): MethodDecorator => declare({ isOpen: true });

/** The route is about the session of the caller. Contract: extensions E5.5 */
export const OwnSession = (): MethodDecorator => declare({ ownSession: true });

/** The answer shows a secret, so that it is kept for nobody. Contract: extensions E4.1 */
export const HandsOutSecret = (): MethodDecorator => declare({ handsOutSecret: true });

/**
 * The change is several transactions, or a command to the chat server, so that its answer cannot be
 * kept in the transaction of the change. Contract: extensions E4.1
 */
export const InSteps = (): MethodDecorator => declare({ inSteps: true });

/** The status of a success, if not 201 for POST and 200 otherwise. */
export const Succeeds = (status: number): MethodDecorator =>
  applyDecorators(HttpCode(status), declare({ status }));

/** Its handler returns `Created` for what is new. */
export const MayCreate = (): MethodDecorator => declare({ mayCreate: true });

/** The route shows a list, whose handler reads the request with `@Listing()`. */
export const Lists = (list: ListDeclaration): MethodDecorator => declare({ lists: list });

/** A request may choose members of the document with `fields`. Contract: extensions E1.1 */
export const Chooses = (choice: FieldChoice): MethodDecorator => declare({ chooses: choice });

/** Names the query parameters of the route. */
export const Queries = (...names: readonly string[]): MethodDecorator =>
  declare({ queries: names });

/** A success may have these headers. */
export const Tells = (...names: readonly string[]): MethodDecorator => declare({ tells: names });

/** The route, or each of a controller, may be refused with these, besides what is implied. Contract: core 9 */
export const Refuses = (...codes: readonly ErrorCode[]) =>
  declareOfAll(({ refuses = [] }) => ({ refuses: [...new Set([...refuses, ...codes])] }));

/** The status of a success. */
export const successOf = (method: string, { status }: Endpoint): number =>
  status ?? (method === 'POST' ? 201 : 200);

/** A route as it was matched. */
export interface MatchedRoute {
  readonly pattern: string;
  readonly endpoint: Endpoint;
}

/** To be called once for a request, because Fastify collects the options each time. */
export function matchedRoute(request: FastifyRequest): MatchedRoute | null {
  if (request.is404) return null;
  const { url = '', config } = request.routeOptions;
  return { pattern: url, endpoint: (config as { endpoint?: Endpoint }).endpoint ?? {} };
}

/** The declarations of the matched route; `null` if none matched. */
export const endpointOf = ({ wire }: FastifyRequest): Endpoint | null =>
  wire.route?.endpoint ?? null;
