import { API_ROOT } from '@chat-admin/api/http/api-root';
import { TEST_SECRET } from '@chat-admin/persistence/testing/test-database';
import { until } from '@chat-admin/debian-programs/until';
import type { ChatClient } from '../src/chat-client.js';
import { xml } from '../src/stanza.js';
import { passwordOf, type World } from '../src/world.js';
import { archivePage } from './archive-page.js';
import { aRoom, saying } from './room-scene.js';

/** What is asked of the three, so that each table is read or written. */
export class EveryTable {
  private readonly failures: string[] = [];

  /** @param userService its address */
  constructor(
    private readonly world: World,
    private readonly userService: string,
    private readonly ann: ChatClient,
    /** address that webhooks tell */
    private readonly receiver: string,
  ) {}

  /** @returns what has not succeeded */
  async ask(turn: number): Promise<readonly string[]> {
    this.failures.length = 0;
    await this.askApi(turn);
    await this.askUserService(turn);
    await this.askChatServer(turn);
    return [...this.failures];
  }

  private async askApi(turn: number): Promise<void> {
    const user = `user${turn}`;
    const room = `room${turn}`;
    await this.call('POST', '/users', { username: user, password: 'p1-secret' }, { once: turn });
    await this.call('POST', '/groups', { name: `Group ${turn}`, description: 'x', shared: true });
    await this.call('POST', `/users/${user}/groups/Group%20${turn}`);
    await this.call('POST', `/users/${user}/roster`, { jid: 'bob@example.org' });
    await this.call('PUT', `/users/${user}/vcard`, `<vCard xmlns="vcard-temp"><FN>U</FN></vCard>`);
    await this.call('PUT', `/users/${user}`, { name: 'Name', password: 'p2-secret' });
    await this.call('POST', '/system/properties', { key: `site.x${turn}`, value: 'y' });
    await this.call('POST', '/chatservices', { serviceName: `rooms${turn}`, description: 'x' });
    await this.call('POST', '/chatrooms', {
      ...{ roomName: room, persistent: true, owners: ['ann@example.org'] },
      memberGroups: [`Group ${turn}`],
    });
    await this.call('POST', '/keys', { name: `key-${turn}`, scopes: ['users:read'] });
    await this.call('POST', '/webhooks', { url: this.receiver, types: ['user.*'] });
    await this.call('POST', '/reports', { accused: 'ann@example.org', kind: 'spam', text: 'x' });
    await this.call('POST', '/session', { username: 'root', password: passwordOf('root') });
    const users = await this.job('users', { username: `job${turn}` }, '&generatePasswords=true');
    await this.call('POST', `/jobs/${users}/passwords`);
    const person = await this.job('person-export', { jid: user });
    await this.call('POST', `/jobs/${person}/file`);
    for (const path of [
      ...['/users', `/users/${user}`, `/users/${user}/vcard`, `/users/${user}/roster`],
      ...[`/users/${user}/groups`, '/groups', `/groups/Group%20${turn}`, '/lockouts'],
      ...['/system/properties', '/system/overview', '/system/statistics/sessions/history'],
      ...['/reports', `/reports/${turn}`],
      ...['/chatservices', '/chatrooms', `/chatrooms/${room}`, `/chatrooms/${room}/chathistory`],
      ...[
        '/logs/security?concerns=ann&limit=9',
        '/keys',
        '/webhooks',
        '/webhooks/1/deliveries',
        '/events',
        '/jobs',
      ],
      ...[`/jobs/${person}/results`, '/archive/messages/unread/ann@example.org'],
    ]) {
      await this.call('GET', path);
    }
    await this.askHolds();
    await this.call('POST', `/lockouts/${user}`);
    await this.call('DELETE', `/lockouts/${user}`);
    await this.call('DELETE', `/users/${user}`);
    await this.world.app.persistence.issuerSubjects.last(`oidc:issuer ${turn}`, []);
  }

  /** Their scopes have to be named. */
  private async askHolds(): Promise<void> {
    const { holds, heldMessages, transactions } = this.world.app.persistence;
    const terms = { name: 'x', reason: 'y', persons: ['bob@example.org'], rooms: [] };
    const id = await transactions.run(() =>
      holds.add({ ...terms, from: null, until: null }, 'root'),
    );
    await holds.find(id);
    await heldMessages.count();
  }

  private async askUserService(turn: number): Promise<void> {
    const username = `legacy${turn}`;
    const calls: readonly Readonly<Record<string, string>>[] = [
      { type: 'add', username, password: 'p1-secret', groups: `Group ${turn}` },
      { type: 'add_roster', username, item_jid: 'bob@example.org' },
      { type: 'update', username, name: 'Name' },
      { type: 'disable', username },
      { type: 'enable', username },
      { type: 'grouplist' },
      { type: 'usergrouplist', username },
      { type: 'delete', username },
    ];
    for (const parameters of calls) {
      const query = new URLSearchParams({ secret: TEST_SECRET, ...parameters });
      const reply = await fetch(`${this.userService}?${query}`);
      const text = await reply.text();
      if (!text.startsWith('<result>')) this.failures.push(`${parameters['type']}: ${text}`);
    }
  }

  private async askChatServer(turn: number): Promise<void> {
    const { ann, world } = this;
    const text = `said in turn ${turn}`;
    await ann.set(
      xml('query', { xmlns: 'jabber:iq:roster' }, xml('item', { jid: `f${turn}@example.org` })),
    );
    await ann.get(xml('query', { xmlns: 'jabber:iq:roster' }));
    await ann.set(xml('vCard', { xmlns: 'vcard-temp' }, xml('FN', {}, text)));
    await ann.get(xml('vCard', { xmlns: 'vcard-temp' }));
    await ann.send(xml('presence', { to: `bob@example.org`, type: 'subscribe' }));
    await ann.send(xml('message', { to: 'bob@example.org', type: 'chat' }, xml('body', {}, text)));
    const room = await aRoom(world, { logEnabled: true, persistent: true });
    await ann.join(room.jid, 'Ann');
    await ann.say(room.jid, text);
    await ann.leave(room.jid, 'Ann');
    await ann.join(room.jid, 'Ann');
    await ann.next(saying(text));
    await archivePage(ann, { filter: { with: 'bob@example.org' } });
    const { texts } = await archivePage(ann, { of: room.jid });
    if (texts.join() !== text) this.failures.push(`history: ${texts.join()}`);
    const bob = await world.online('bob');
    await bob.nextMessage(saying(text));
    await bob.close();
  }

  private async job(type: string, line: object, query = ''): Promise<string> {
    const { id } = JSON.parse(
      await this.call('POST', `/jobs?type=${type}${query}`, JSON.stringify(line), {
        type: 'application/x-ndjson',
      }),
    ) as { id: string };
    await until('the job has ended', async () => {
      const { status } = JSON.parse(await this.call('GET', `/jobs/${id}`)) as { status: string };
      return !['queued', 'running'].includes(status);
    });
    return id;
  }

  /** @returns the document */
  private async call(
    method: string,
    path: string,
    body?: string | object,
    { once, type }: { readonly once?: number; readonly type?: string } = {},
  ): Promise<string> {
    const isText = typeof body === 'string';
    const reply = await fetch(new URL(`${API_ROOT}${path}`, this.world.api.url), {
      method,
      headers: {
        ...(path === '/session' ? {} : { authorization: TEST_SECRET }),
        accept: 'application/json, */*;q=0.1',
        ...(body === undefined
          ? {}
          : { 'content-type': type ?? (isText ? 'text/xml' : 'application/json') }),
        ...(once === undefined ? {} : { 'idempotency-key': `"turn-${once}"` }),
      },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok) this.failures.push(`${method} ${path}: ${reply.status} ${text}`);
    return text;
  }
}
