import { A_FLAG } from '@chat-admin/domain/shared/words';
import { invalidParameter } from '@chat-admin/codecs/errors/wire-errors';
import { shownValue } from '@chat-admin/domain/shared/shown-value';
import type { Transactions } from '@chat-admin/domain/shared/transactions';
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from './endpoint.js';
import type { RequestUnit } from './request-units.js';

const NAME = 'dryRun';

/** Whether it is the name of the parameter, which counts in any letter case. */
export const namesDryRun = (name: string): boolean => name.toLowerCase() === NAME.toLowerCase();

/**
 * Whether a changing request is only to be tried. Stricter than other parameters, because a
 * misspelling must not do the real thing: its name counts in any letter case, and each occurrence.
 * @throws WireFault. Contract: extensions E4.2
 */
export function asksForDryRun(request: FastifyRequest, { withoutDryRun }: Endpoint): boolean {
  const { originalUrl } = request;
  const start = originalUrl.indexOf('?');
  if (start < 0) return false;
  let isAsked = false;
  for (const [name, value] of new URLSearchParams(originalUrl.slice(start))) {
    if (!namesDryRun(name)) continue;
    const isTrue = /^true$/i.test(value);
    if (isTrue ? withoutDryRun : !/^false$/i.test(value)) {
      const allowed = isTrue ? 'false: this cannot be tried' : A_FLAG;
      throw invalidParameter(NAME, shownValue(value), allowed);
    }
    isAsked ||= isTrue;
  }
  return isAsked;
}

/** Tries a request: all of it is done, answered and undone. */
export class DryRun implements RequestUnit {
  constructor(private readonly transactions: Transactions) {}

  run(handler: () => unknown): Promise<unknown> {
    return this.transactions.rehearse(async () => handler());
  }
}
