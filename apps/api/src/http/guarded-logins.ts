import { ScopeMissing } from '@chat-admin/domain/shared/scopes';
import type { RoleRepository } from '@chat-admin/domain/users/role-repository';
import type { FastifyRequest } from 'fastify';
import type { AlsoNeeded, PathNames } from '../access/also-needed.js';
import type { RequestUnit } from './request-units.js';

type Logins = NonNullable<AlsoNeeded['logins']>;

/** Refuses a change to the login of an account that has a role. Contract: extensions E5.2 "Also needed" */
export class GuardedLogins implements RequestUnit {
  constructor(
    private readonly request: FastifyRequest,
    private readonly logins: Logins,
    private readonly roles: RoleRepository,
  ) {}

  /** @throws ScopeMissing */
  async run(handler: () => unknown): Promise<unknown> {
    const { params, body } = this.request;
    const names = this.logins(params as PathNames, body as never);
    if (names.length > 0 && (await this.roles.anyOf(names))) {
      throw new ScopeMissing(['admins:write']);
    }
    return handler();
  }
}
