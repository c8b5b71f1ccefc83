import type { FaultHeaders } from '@chat-admin/codecs/errors/wire-errors';

/** Why a caller is not let in. Contract: extensions E5.1 */
export class Refusal {
  /**
   * @param counts whether it is a failed login
   * @param challenge headers of the 401
   */
  constructor(
    readonly counts: boolean,
    readonly challenge: FaultHeaders,
  ) {}
}
