import { oidcSignInDoc, signInWaysDoc } from '@chat-admin/codecs/access/session.doc';
import { nothingHere } from '@chat-admin/codecs/errors/wire-errors';
import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { API_ROOT } from '../http/api-root.js';
import { Post } from '../http/changing-routes.js';
import {
  About,
  HandsOutSecret,
  IsOpen,
  Operation,
  Refuses,
  Replies,
  SignsIn,
  WithoutDryRun,
} from '../http/endpoint.js';
import { document } from '../http/replies.js';
import { SessionCookie } from './session-cookie.js';
import { SignIns } from './sign-ins.js';

/** Contract: extensions E14 */
@Controller(`${API_ROOT}/sign-in`)
@About('any')
export class SignInWaysController {
  constructor(
    private readonly signIns: SignIns,
    private readonly cookie: SessionCookie,
  ) {}

  @Get()
  @Operation('getSignInWays', 'How one can sign in to the console')
  @IsOpen()
  @Replies(document(signInWaysDoc))
  find() {
    return this.signIns.ways;
  }

  // eslint-disable-next-line no-restricted-syntax -- it changes nothing here, and strangers call it
  @Post()
  @Operation('beginSignIn', 'Begins a sign-in at the issuer, to which a browser then goes')
  @SignsIn()
  @HandsOutSecret()
  @WithoutDryRun()
  @Refuses('resource-not-found')
  @Replies(document(oidcSignInDoc))
  async begin(@Res({ passthrough: true }) reply: FastifyReply) {
    const { signIn } = this.signIns.issuer;
    if (signIn === null) throw nothingHere();
    const { token, location } = await signIn.begin();
    reply.header('Set-Cookie', this.cookie.ofSignIn(token));
    return { location };
  }
}
