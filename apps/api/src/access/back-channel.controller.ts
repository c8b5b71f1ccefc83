import { logoutDoc } from '@chat-admin/codecs/access/session.doc';
import { asLabel } from '@chat-admin/domain/audit/audit-trail';
import { nothingHere } from '@chat-admin/codecs/errors/wire-errors';
import { Body, Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { API_ROOT } from '../http/api-root.js';
import { form } from '../http/bodies.js';
import { Post } from '../http/changing-routes.js';
import {
  About,
  Accepts,
  Audited,
  HandsOutSecret,
  IsOpen,
  Operation,
  Refuses,
  Succeeds,
  WithoutDryRun,
} from '../http/endpoint.js';
import { SignIns } from './sign-ins.js';

/** Contract: extensions E14 */
@Controller(`${API_ROOT}/session/back-channel`)
@About('any')
export class BackChannelController {
  constructor(private readonly signIns: SignIns) {}

  @Post()
  @Succeeds(200)
  @Operation('endSessionsOfIssuer', 'Ends sessions of the console at the word of the issuer')
  @IsOpen()
  @Accepts(form(logoutDoc))
  @Refuses('logout-token-invalid', 'resource-not-found')
  @HandsOutSecret()
  @WithoutDryRun()
  @Audited('session end')
  async end(
    @Body() sent: { readonly logout_token?: string | null | undefined },
    @Req() { wire }: FastifyRequest,
  ): Promise<void> {
    const { backChannel } = this.signIns.issuer;
    if (backChannel === null) throw nothingHere();
    wire.audit?.by(asLabel(`oidc:${backChannel.issuer}`));
    await backChannel.end(sent.logout_token ?? '', wire.client);
  }
}
