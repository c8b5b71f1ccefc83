import { GroupJids } from '@chat-admin/domain/muc/affiliations/group-jids';
import { Md5Digest } from '@chat-admin/server/composition/md5-digest';
import type { Persistence } from '@chat-admin/server/composition/open-persistence';
import type { EntityTags } from '@chat-admin/server/edge/entity-tags';
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from './endpoint.js';
import { conditionsIn, Preconditions } from './preconditions.js';
import type { ReplyWriter } from './replies.js';
import { chooseFor } from './representation.js';
import type { RequestUnit } from './request-units.js';
import { writeOptionsFor } from './write-options.js';

/** Finds the conditions of requests that change something. Contract: extensions E2 */
export function conditionalRequests(
  persistence: Persistence,
  tags: EntityTags,
): (request: FastifyRequest, endpoint: Endpoint) => RequestUnit | null {
  const { domain, properties, transactions } = persistence;
  const ports = { ...persistence, groupJids: new GroupJids(domain, new Md5Digest()) };
  return (request, { guards }) => {
    const conditions = conditionsIn(request);
    if (conditions === null) return null;
    const form = {
      options: writeOptionsFor(request, properties),
      representation: (writer: ReplyWriter<never>) =>
        chooseFor(writer, request.headers) ??
        chooseFor(writer, { ...request.headers, accept: undefined })!,
    };
    return new Preconditions(request, conditions, guards, transactions, ports, form, tags);
  };
}
