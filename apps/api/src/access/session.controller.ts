import { A_FLAG } from '@chat-admin/domain/shared/words';
import { apiSessionDoc, signInDoc, signOutDoc } from '@chat-admin/codecs/access/session.doc';
import type { ShownSession } from '@chat-admin/codecs/access/session.doc';
import { authorOf, keyOf } from '@chat-admin/domain/access/principal';
import { ServiceDomain } from '@chat-admin/domain/shared/service-domain';
import { username } from '@chat-admin/domain/users/user';
import { Body, Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_ROOT } from '../http/api-root.js';
import { body, optional } from '../http/bodies.js';
import { Delete, Post } from '../http/changing-routes.js';
import {
  About,
  Accepts,
  Audited,
  HandsOutSecret,
  Operation,
  OwnSession,
  Queries,
  Refuses,
  Replies,
  SignsIn,
  WithoutDryRun,
} from '../http/endpoint.js';
import { readFlag } from '../http/list-filters.js';
import type { Query as RawQuery } from '../http/query-string.js';
import { created, document, optionally } from '../http/replies.js';
import { invalidParameter } from '@chat-admin/codecs/errors/wire-errors';
import { RateLimits } from './rate-limits.js';
import type { SignedIn } from './session-authentication.js';
import { csrfTokenOf, SessionCookie, sessionTokenIn, signInTokenIn } from './session-cookie.js';
import type { OfferedAnswer } from './oidc-sign-in.js';
import { SignIns } from './sign-ins.js';
import type { Entrant } from './sign-ins.js';

interface Offered extends OfferedAnswer {
  readonly username?: string | null | undefined;
  readonly password?: string | null | undefined;
  readonly once?: string | null | undefined;
}

const NOBODY = '-';

/** Contract: extensions E5.5, E14 */
@Controller(`${API_ROOT}/session`)
@About('any')
export class SessionController {
  constructor(
    private readonly signIns: SignIns,
    private readonly cookie: SessionCookie,
    private readonly rates: RateLimits,
    private readonly domain: ServiceDomain,
  ) {}

  @Post()
  @Operation('signIn', 'Begins a session, whose cookie is a way in for browsers')
  @SignsIn()
  @Accepts(optional(body(signInDoc)))
  @Replies(created(document(apiSessionDoc), () => ['session']))
  @HandsOutSecret()
  @WithoutDryRun()
  @Refuses('sign-in-ended', 'issuer-refused', 'passwords-off')
  @Audited('session')
  async begin(
    @Body() offered: Offered | null,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ShownSession> {
    const { wire } = request;
    wire.audit?.by({ username: sentName(offered), kind: 'account', accountId: null });
    const entrant = await this.entrant(offered, request);
    const isByIssuer = entrant.issuer !== undefined;
    wire.audit?.by(authorOf(entrant.principal));
    if (isByIssuer) wire.audit?.note({ key: keyOf(entrant.principal) });
    const limited = await this.rates.take(entrant.principal, reply);
    if (limited !== null) throw limited;
    const signedIn = await this.signIns.begin(entrant, sessionTokenIn(request.headers.cookie));
    reply.header('Set-Cookie', [
      this.cookie.of(signedIn.token),
      ...(isByIssuer ? [this.cookie.removalOfSignIn] : []),
    ]);
    return this.shown(signedIn);
  }

  @Get()
  @Operation('getSession', 'Who calls, and until when')
  @OwnSession()
  @Replies(document(apiSessionDoc))
  find(@Req() { wire }: FastifyRequest): ShownSession {
    if (wire.signedIn !== null) return this.shown(wire.signedIn);
    const { name, kind, scopes, expires } = wire.principal!;
    const domain = this.domain.name;
    return {
      username: name,
      kind,
      scopes: scopes.all,
      expires,
      csrfToken: null,
      role: null,
      domain,
    };
  }

  @Delete()
  @Operation('signOut', 'Ends the session of the cookie')
  @OwnSession()
  @Queries('others', 'issuer')
  @Replies(optionally(document(signOutDoc)))
  @WithoutDryRun()
  @Audited('session')
  async end(
    @Query() query: RawQuery,
    @Req() { wire }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ readonly location: string | null } | undefined> {
    const { signedIn } = wire;
    const others = readWhether('others', query);
    const atIssuer = readWhether('issuer', query);
    const location =
      atIssuer && signedIn !== null ? await this.signIns.signOutLocation(signedIn) : null;
    if (signedIn !== null) {
      await this.signIns.end(signedIn, others);
      if (!others) reply.header('Set-Cookie', this.cookie.removal);
    }
    return atIssuer ? { location } : undefined;
  }

  private shown({ token, session, principal }: SignedIn): ShownSession {
    const { ends } = session;
    const { expires } = principal;
    return {
      username: principal.name,
      kind: 'session',
      scopes: principal.scopes.all,
      expires: expires !== null && expires < ends ? expires : ends,
      csrfToken: csrfTokenOf(token),
      role: principal.role ?? null,
      domain: this.domain.name,
    };
  }

  private entrant(offered: Offered | null, { headers, wire }: FastifyRequest): Promise<Entrant> {
    if (offered === null) {
      const { authorization } = headers;
      if (authorization === undefined) throw this.signIns.refused(wire.client);
      return this.signIns.byHeader(authorization, wire.client);
    }
    const { username: name, password, code, state, error, once } = offered;
    if (once) return this.signIns.byLink(once, wire.client);
    if (code || state || error) {
      return this.signIns.byIssuer(offered, signInTokenIn(headers.cookie), wire.client);
    }
    if (!name || !password) throw this.signIns.refused(wire.client);
    return this.signIns.byPassword({ name, password }, wire.client);
  }
}

const sentName = (offered: Offered | null): string =>
  (offered?.username && username(offered.username)) || NOBODY;

function readWhether(name: 'others' | 'issuer', { [name]: sent = '' }: RawQuery): boolean {
  const flag = sent === '' ? false : readFlag(sent);
  if (flag === undefined) throw invalidParameter(name, sent, A_FLAG);
  return flag;
}
