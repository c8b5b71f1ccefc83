import type { Principal } from '@chat-admin/domain/access/principal';
import { systemProperty } from '@chat-admin/domain/system/system-properties';
import type { SystemProperties } from '@chat-admin/domain/system/system-properties';
import { AddressList } from '@chat-admin/server/edge/address-list';
import { remember } from '@chat-admin/server/edge/remember';
import type { FastifyRequest } from 'fastify';
import type { Authentication } from './authentication.js';
import type { SessionAuthentication } from './session-authentication.js';

/** Says of a request that is still being answered whether its credentials hold. Contract: extensions E8.2 */
export class Credentials {
  private readonly allowed = remember((text) => AddressList.parse(text ?? ''), 10);

  constructor(
    private readonly properties: SystemProperties,
    private readonly authentication: Authentication,
    private readonly sessions: SessionAuthentication,
    private readonly isConsoleOn: boolean,
  ) {}

  /** @returns who it is now; `null` if the request would be refused */
  async recheck({ wire, headers }: FastifyRequest): Promise<Principal | null> {
    const { address } = wire.client;
    if (!this.properties.read(systemProperty.apiEnabled)) return null;
    const allowed = this.allowed(this.properties.read(systemProperty.apiAllowedIps));
    if (!allowed.isEmpty && !allowed.has(address)) return null;
    if (wire.signedIn !== null) {
      if (!this.isConsoleOn) return null;
      const found = await this.sessions.find(wire.signedIn.token, false, address);
      return found && found.principal;
    }
    return this.authentication.recheck(headers.authorization ?? '', address, wire.principal);
  }
}
