import { invalidParameter } from '@chat-admin/codecs/errors/wire-errors';
import { escapeAttribute, escapeText } from '@chat-admin/codecs/xml/escape';
import { PresenceStatus } from '@chat-admin/domain/users/presence-status';
import type { Presence } from '@chat-admin/domain/users/presence-status';
import { oneOf } from '@chat-admin/domain/shared/words';
import { shownValue } from '@chat-admin/domain/shared/shown-value';
import type { ChatServer } from '@chat-admin/domain/chat-server/chat-server';
import type { ServiceDomain } from '@chat-admin/domain/shared/service-domain';
import { systemProperty } from '@chat-admin/domain/system/system-properties';
import type { SystemProperties } from '@chat-admin/domain/system/system-properties';
import type { RosterRepository } from '@chat-admin/domain/users/roster-repository';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Query } from '../http/query-string.js';
import { allowedAddress } from './allowed-addresses.js';
import { isState, PICTURES } from './pictures.js';
import type { State } from './pictures.js';

/** Where the plugin has it, beside the API. Contract: core 8.7 */
export const PRESENCE_PATH = '/plugins/presence/status';

const TYPES = ['image', 'xml', 'text'];
const STANZAS = 'urn:ietf:params:xml:ns:xmpp-stanzas';
const WORDS: Readonly<Record<string, string>> = {
  away: 'Away',
  chat: 'Available to Chat',
  dnd: 'Do Not Disturb',
  xa: 'Extended Away',
};

interface Ports {
  readonly domain: ServiceDomain;
  readonly rosters: RosterRepository;
  readonly properties: SystemProperties;
  readonly chatServer: ChatServer;
}

type Found = Presence | 'forbidden' | null;

/** Whether a user is online, for pages of others, which need no credentials while an operator says so. */
export function servePresence(edge: FastifyInstance, ports: Ports): void {
  const { domain, rosters, chatServer, properties } = ports;
  const presence = new PresenceStatus(domain, rosters, chatServer);
  const config = {
    endpoint: {
      ...({ area: 'any', isPage: true, healthCheck: true, isForAnybody: true } as const),
      servedWhile: systemProperty.presenceEnabled,
    },
  };
  edge.get(PRESENCE_PATH, { config }, async (request, reply) => {
    const query = request.query as Query;
    const { jid: sent = '', type = 'image' } = query;
    if (sent.trim() === '') throw invalidParameter('jid', '', 'a bare JID or the name of a user');
    if (!TYPES.includes(type)) throw invalidParameter('type', shownValue(type), oneOf(TYPES));
    const jid = presence.jidOf(sent);
    const mayKnow =
      properties.read(systemProperty.presencePublic) ||
      (readsSessions(request) &&
        (await presence.isShownTo(jid, presence.jidOf(query['req_jid'] ?? ''))));
    const found = mayKnow ? await presence.find(jid) : 'forbidden';
    const unavailable = properties.read(systemProperty.presenceUnavailable);
    reply.header('Cache-Control', 'no-store').header('X-Content-Type-Options', 'nosniff');
    if (type === 'text')
      return reply.type('text/plain; charset=UTF-8').send(textOf(found, unavailable));
    if (type === 'xml') {
      return reply.type('text/xml; charset=UTF-8').send(xmlOf(found, jid ?? sent, unavailable));
    }
    const listed = properties.read(systemProperty.presenceImages);
    return sendPicture(reply, stateOf(found), query, listed);
  });
}

const readsSessions = ({ wire: { principal } }: FastifyRequest): boolean =>
  principal?.scopes.covers('sessions:read') === true;

function stateOf(found: Found): State {
  if (found === null) return 'offline';
  if (found === 'forbidden') return 'forbidden';
  const { show } = found;
  return show !== null && show in WORDS && isState(show) ? show : 'available';
}

function sendPicture(reply: FastifyReply, state: State, query: Query, listed: string | null) {
  const named = [query[state], query['images']?.replaceAll('--IMAGE--', state)];
  const address = named.map((one) => allowedAddress(one, listed)).find((one) => one !== null);
  if (address != null) return reply.code(302).header('Location', address).send();
  return reply.type('image/png').send(PICTURES[state]);
}

function textOf(found: Found, unavailable: string): string {
  if (found === null) return unavailable;
  if (found === 'forbidden') return 'Forbidden';
  return found.status || (WORDS[found.show ?? ''] ?? 'Available');
}

function xmlOf(found: Found, jid: string, unavailable: string): string {
  const element = (name: string, value: string) => `<${name}>${escapeText(value)}</${name}>`;
  const from = (value: string) => `from="${escapeAttribute(value)}"`;
  if (found === null) {
    return `<presence type="unavailable" ${from(jid)}>${element('status', unavailable)}</presence>`;
  }
  if (found === 'forbidden') {
    const error = `<error code="403" type="auth"><forbidden xmlns="${STANZAS}"/></error>`;
    return `<presence type="error" ${from(jid)}>${error}</presence>`;
  }
  const { show, status, priority } = found;
  const members = [
    ...(show === null ? [] : [element('show', show)]),
    ...(status === null ? [] : [element('status', status)]),
    element('priority', String(priority)),
  ];
  return `<presence ${from(found.from)}>${members.join('')}</presence>`;
}
