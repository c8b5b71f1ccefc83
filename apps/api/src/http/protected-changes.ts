import type { AdministratorProtection } from '@chat-admin/domain/access/administrator-protection';
import type { FastifyRequest } from 'fastify';
import type { PathNames } from '../access/also-needed.js';
import { loginEnder } from '../access/caller.js';
import type { RequestUnit } from './request-units.js';

/** Whose login a request ends, if it is one's own or the last of an administrator. */
export type LoginEnded = (path: PathNames, body: never) => string | null;

/** What a route declares about that. */
interface Declared {
  readonly endsLogin?: LoginEnded;
  readonly setsAdministrators?: true;
}

/** A change that may leave nobody who administers. Contract: core 1.4; extensions E12, X-3 */
export class ProtectedChange implements RequestUnit {
  constructor(
    private readonly request: FastifyRequest,
    private readonly endpoint: Declared,
    private readonly protection: AdministratorProtection,
  ) {}

  run(handler: () => unknown): Promise<unknown> {
    const { params, body } = this.request;
    const { endsLogin, setsAdministrators } = this.endpoint;
    const ender = loginEnder(this.request);
    const change = async () => handler();
    if (setsAdministrators)
      return this.protection.changingList(ender.console?.self ?? null, change);
    const name = endsLogin?.(params as PathNames, body as never) ?? null;
    return name === null ? change() : this.protection.endingLogin(name, ender, change);
  }
}

/** Whether the request may be one; the list is set by those who have every right, and kept from a console alone. */
export const isProtected = (
  { wire }: FastifyRequest,
  { endsLogin, setsAdministrators }: Declared,
): boolean => endsLogin !== undefined || (setsAdministrators === true && wire.signedIn !== null);
