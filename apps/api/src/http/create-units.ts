import { AdministratorProtection } from '@chat-admin/domain/access/administrator-protection';
import type { Persistence } from '@chat-admin/server/composition/open-persistence';
import type { EntityTags } from '@chat-admin/server/edge/entity-tags';
import type { EdgeServices } from './wire-edge.js';
import { conditionalRequests } from './conditional-requests.js';
import { asksForDryRun, DryRun } from './dry-runs.js';
import { GuardedLogins } from './guarded-logins.js';
import { idempotencyKeyIn, IdempotentRequest } from './idempotent-requests.js';
import { isProtected, ProtectedChange } from './protected-changes.js';
import { nested } from './request-units.js';

const CHANGING = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** The ways in which clients ask for a change: tried only, once however often sent, conditionally; and what keeps an administrator who can sign in. */
export function createUnits(persistence: Persistence, tags: EntityTags): EdgeServices['unitOf'] {
  const dryRun = new DryRun(persistence.transactions);
  const protection = new AdministratorProtection(persistence);
  const conditionsOf = conditionalRequests(persistence, tags);
  return (request, endpoint) => {
    if (!CHANGING.includes(request.method)) return null;
    request.wire.isDryRun = !endpoint.triesLater && asksForDryRun(request, endpoint);
    const key = request.wire.isDryRun ? null : idempotencyKeyIn(request, endpoint);
    const conditions = conditionsOf(request, endpoint);
    const mayGrant = request.wire.principal?.scopes.covers('admins:write') === true;
    const logins = (!mayGrant && endpoint.alsoNeeds?.logins) || null;
    return nested([
      ...(request.wire.isDryRun ? [dryRun] : []),
      ...(key === null ? [] : [new IdempotentRequest(request, endpoint, key, persistence, tags)]),
      ...(conditions === null ? [] : [conditions]),
      ...(logins === null ? [] : [new GuardedLogins(request, logins, persistence.roles)]),
      ...(isProtected(request, endpoint)
        ? [new ProtectedChange(request, endpoint, protection)]
        : []),
    ]);
  };
}
