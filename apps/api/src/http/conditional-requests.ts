import { GroupJids } from '@chat-admin/domain/muc/affiliations/group-jids';
import { EVERYTHING } from '@chat-admin/domain/shared/scopes';
import { systemProperty } from '@chat-admin/domain/system/system-properties';
import { Md5Digest } from '@chat-admin/server/composition/md5-digest';
import type { Persistence } from '@chat-admin/server/composition/open-persistence';
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from './endpoint.js';
import { conditionsIn, Preconditions } from './preconditions.js';
import { chooseFor } from './representation.js';
import type { RequestUnit } from './request-units.js';

/** Finds conditional requests among those that change something. Contract: extensions E2 */
export function conditionalRequests(
  persistence: Persistence,
): (request: FastifyRequest, endpoint: Endpoint) => RequestUnit | null {
  const { domain, properties, transactions } = persistence;
  const ports = { ...persistence, groupJids: new GroupJids(domain, new Md5Digest()) };
  return (request, { audited, auditedWhile, guards }) => {
    if (audited === undefined || auditedWhile !== undefined) return null;
    const conditions = conditionsIn(request);
    if (conditions === null) return null;
    return new Preconditions(request, conditions, guards, transactions, ports, {
      options: {
        dates: properties.read(systemProperty.apiJsonDates),
        names: properties.read(systemProperty.apiJsonNames),
        scopes: request.wire.principal?.scopes ?? EVERYTHING,
      },
      representation: (writer) =>
        chooseFor(writer, request.headers.accept) ?? chooseFor(writer, undefined)!,
    });
  };
}
