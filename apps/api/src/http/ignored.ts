import { documentUnknown } from '@chat-admin/codecs/errors/wire-errors';
import type { ErrorCode } from '@chat-admin/codecs/errors/error-answers';
import { IgnoredNames } from '@chat-admin/codecs/wire/ignored-names';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PathNames } from '../access/also-needed.js';
import { QUERY_PARAMETERS } from '../openapi/parameters.js';
import { namesDryRun } from './dry-runs.js';
import { IGNORED_HEADER } from './ignored-header.js';
import type { Endpoint } from './endpoint.js';

const known = new WeakMap<Endpoint, ReadonlySet<string>>();

/** The query parameters that a route reads, as it declares them. */
function parametersOf(endpoint: Endpoint): ReadonlySet<string> {
  const { queries = [], lists, chooses } = endpoint;
  const names =
    known.get(endpoint) ??
    new Set([
      ...queries.map((name) => QUERY_PARAMETERS[name]?.name ?? name),
      ...(lists?.parameters ?? []),
      ...(chooses ? ['fields'] : []),
    ]);
  known.set(endpoint, names);
  return names;
}

/**
 * Begins to collect, with the parameters that the route does not declare; they are taken away, so that
 * nothing reads them.
 * @returns `null` where there is nothing to tell, and no body that may have more
 */
export function ignoredIn(request: FastifyRequest, endpoint: Endpoint | null): IgnoredNames | null {
  const inBody = endpoint?.accepts ? new IgnoredNames() : null;
  const { originalUrl, method } = request;
  const start = originalUrl.indexOf('?');
  if (start < 0 || endpoint === null || endpoint.isPage || endpoint.isOutside) return inBody;
  const names = parametersOf(endpoint);
  const isChange = method !== 'GET' && method !== 'HEAD';
  const query = request.query as Record<string, string>;
  let isAny = false;
  for (const name in query) {
    if (names.has(name) || (isChange && namesDryRun(name))) continue;
    isAny = true;
    delete query[name];
  }
  if (!isAny) return inBody;
  const ignored = inBody ?? new IgnoredNames();
  for (const name of new URLSearchParams(originalUrl.slice(start)).keys()) {
    if (!(name in query)) ignored.addParameter(name);
  }
  return ignored;
}

/**
 * Passes on what is read of a document.
 * @throws WireFault if nothing of it is known, and what `reading` throws
 */
export async function readDocument(
  reading: Promise<unknown>,
  { accepts, alsoIgnores }: Endpoint,
  ignored: IgnoredNames,
  reply: FastifyReply,
): Promise<unknown> {
  const document = await reading;
  if (accepts?.isRecognized && ignored.nothingIsKnown) {
    tellIgnored(reply, ignored);
    throw documentUnknown(ignored.toldOfDocument());
  }
  const name = alsoIgnores?.(document, reply.request.params as PathNames) ?? null;
  if (name !== null) ignored.add(name);
  return document;
}

/** From now on each answer tells it. */
export function tellIgnored(reply: FastifyReply, ignored: IgnoredNames | null): void {
  if (ignored === null || ignored.isEmpty) return;
  reply.request.wire.ignored = ignored;
  reply.header(IGNORED_HEADER, ignored.told());
}

/** This answer does not tell it. */
export function tellNothing(reply: FastifyReply): void {
  reply.request.wire.ignored = null;
  reply.removeHeader(IGNORED_HEADER);
}

/** Whoever answers so has not looked at all of the request. Contract: core 1.2, checks 14 and 15 */
const BEFORE_RULES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...(['invalid-parameter', 'invalid-header', 'scope-missing'] as const),
  ...(['request-in-progress', 'idempotency-key-reused'] as const),
]);

export const isBeforeRules = (code: ErrorCode): boolean => BEFORE_RULES.has(code);
