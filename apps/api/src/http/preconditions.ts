import { invalidHeader, preconditionFailed } from '@chat-admin/codecs/errors/wire-errors';
import type { WireFault } from '@chat-admin/codecs/errors/wire-errors';
import { DomainError } from '@chat-admin/domain/shared/domain-error';
import type { Transactions } from '@chat-admin/domain/shared/transactions';
import { parseTags } from '@chat-admin/server/edge/entity-tags';
import type { EntityTags, TagList } from '@chat-admin/server/edge/entity-tags';
import type { FastifyRequest } from 'fastify';
import { acceptsGzip } from './compression.js';
import { Created } from './created.js';
import type { Guarded, GuardedDocument, ObjectPorts } from './guarded.js';
import type { Query } from './query-string.js';
import type { Representation } from './negotiation.js';
import type { RequestUnit } from './request-units.js';
import type { ReplyWriter, WriteOptions } from './replies.js';
import { WrittenDocument } from './written-document.js';

/** RFC 9110, section 8.8.3 */
export const ENTITY_TAGS = '* or entity tags in quotes, separated by commas';
const NO_TAG = '';
const OUR_TAG = /^"([\w-]{16})-[0-9a-f]{8}"$/;

/**
 * When `PUT` with `If-None-Match: *` is a creation: of what is missing, or of what exists too, if the
 * handler would refuse what a creation may leave out.
 */
export type CreatedWhen = 'missing' | 'always';

/** Of a missing object: as the handler does, which returns `false` if it was there; or in its place. */
export type Creation =
  'handler' | ((controller: never, ...args: readonly never[]) => Promise<unknown>);

/** What the route declares of the object that a request changes. */
export interface Guards {
  readonly object: Guarded;
  /** creates a missing object for `PUT` with `If-None-Match: *`; absent: this creates none */
  readonly create?: Creation;
  readonly createdWhen?: CreatedWhen;
}

interface Conditions {
  /** `null`: absent */
  readonly ifMatch: TagList | null;
  readonly ifNoneMatch: TagList | null;
}

/** @returns `null` without any. @throws WireFault if a header is no list of tags */
export function conditionsIn({ headers }: FastifyRequest): Conditions | null {
  const ifMatch = headers['if-match'];
  const ifNoneMatch = headers['if-none-match'];
  if (ifMatch === undefined && ifNoneMatch === undefined) return null;
  return { ifMatch: read('If-Match', ifMatch), ifNoneMatch: read('If-None-Match', ifNoneMatch) };
}

function read(name: string, text: string | undefined): TagList | null {
  if (text === undefined) return null;
  const tags = parseTags(text);
  if (tags === null) throw invalidHeader(name, ENTITY_TAGS);
  return tags;
}

/** The forms in which a GET of the object would be answered. */
export interface AnswerForm {
  readonly options: WriteOptions;
  representation(writer: ReplyWriter<never>): Representation;
}

/**
 * Carries out a conditional request: the object is locked and read, the request carried out, and all
 * of it undone if the condition does not hold. Contract: extensions E2
 */
export class Preconditions implements RequestUnit {
  constructor(
    private readonly request: FastifyRequest,
    private readonly conditions: Conditions,
    private readonly guards: Guards | undefined,
    private readonly transactions: Transactions,
    private readonly ports: ObjectPorts,
    private readonly form: AnswerForm,
    private readonly tags: EntityTags,
  ) {}

  run(handler: () => unknown, controller: object, args: readonly unknown[]): Promise<unknown> {
    const { object, create, createdWhen } = this.guards ?? {};
    const { params, query, method } = this.request;
    return this.transactions.run(async () => {
      const before = object
        ? await object(this.ports, params as Record<string, string>, query as Query)
        : 'untagged';
      const createsOnly = method === 'PUT' && this.conditions.ifNoneMatch === '*';
      const isCreation = createsOnly && (before === null || createdWhen === 'always');
      if (!isCreation || create === undefined) {
        const result = await handler();
        this.check(before);
        return result;
      }
      if (before === null) this.transactions.note({ isNew: true });
      const made =
        create === 'handler'
          ? handler()
          : create(controller as never, ...(args as readonly never[]));
      const isNew = await Promise.resolve(made).catch(ofExisting);
      this.check(before);
      // somebody else was faster
      if (isNew === false) throw this.failed(null);
      return Created.here();
    });
  }

  /** @throws WireFault 412 */
  private check(before: GuardedDocument | 'untagged' | null): void {
    const { ifMatch, ifNoneMatch } = this.conditions;
    const tags = before === null || before === 'untagged' ? [] : this.tagsOf(before);
    const canonical = tags.map(canonicalIn);
    const names = (list: TagList, weakly: boolean) =>
      list === '*'
        ? before !== null
        : list.some(
            (one) => (weakly || !one.isWeak) && canonical.includes(canonicalIn(one.tag) ?? NO_TAG),
          );
    const holds =
      (ifMatch === null || names(ifMatch, false)) &&
      (ifNoneMatch === null || !names(ifNoneMatch, true));
    if (!holds) throw this.failed(tags[0] ?? null);
  }

  private failed(tag: string | null): WireFault {
    const { audit, isDryRun } = this.request.wire;
    audit?.forget();
    return preconditionFailed(isDryRun ? null : tag);
  }

  private tagsOf({ writer, result }: GuardedDocument): readonly string[] {
    const representation = this.form.representation(writer);
    const document = new WrittenDocument(writer, result, representation, this.form.options);
    const isZipped = acceptsGzip(this.request.headers['accept-encoding']);
    return this.tags.of(document.digests(), isZipped);
  }
}

/** The part that is the same in all forms; `null` if it is no tag of ours. */
const canonicalIn = (tag: string) => OUR_TAG.exec(tag)?.[1] ?? null;

/** @returns `false` if what was to be created exists. @throws any other error */
function ofExisting(error: unknown): false {
  const exists = error instanceof DomainError && error.kind === 'already-exists';
  if (exists) return false;
  throw error;
}
