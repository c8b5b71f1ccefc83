import { createServer, type AddressInfo, type Server } from 'node:net';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { startTemporaryPostgres } from '@chat-admin/embedded-postgres/temporary-postgres';
import pg from 'pg';
import { planChatServer } from '../src/chat-server.js';

const withProsody = await suiteNeeds(describe, 'The plan for Prosody', ['prosody']);
const free = { XMPP_CLIENT_PORT: '0', XMPP_HTTP_PORT: '0' };

describe('planChatServer', () => {
  it('starts none if there is one elsewhere', async () => {
    const plan = await planChatServer({ CHAT_SERVER_URL: 'http://chat:5280' });
    expect(plan).toEqual({ place: null, connection: {}, remark: null });
  });

  it('starts none if configured so', async () => {
    expect(await planChatServer({ CHAT_SERVER: 'none' })).toMatchObject({
      place: null,
      connection: {},
      remark: 'Chat server: none, as CHAT_SERVER says',
    });
  });
});

withProsody('planChatServer, with Prosody installed', () => {
  it('decides on place and token, and returns them', async () => {
    const { place, connection, remark } = await planChatServer(free);
    expect(place).toMatchObject({ host: '127.0.0.1', optional: true });
    expect(place!.token).toMatch(/^[\w-]{32}$/);
    expect(connection).toEqual({
      CHAT_SERVER_URL: `http://127.0.0.1:${place!.httpPort}`,
      CHAT_SERVER_TOKEN: place!.token,
      CHAT_SERVER_TOKEN_FILE: undefined,
    });
    expect(remark).toBeNull();
    const insisted = await planChatServer({ ...free, CHAT_SERVER: 'prosody' });
    expect(insisted.place).toMatchObject({ optional: false });
  });

  it('reports a port in use, and continues without Prosody unless it is required', async () => {
    const other = await listen();
    const taken = { ...free, XMPP_CLIENT_PORT: String((other.address() as AddressInfo).port) };
    const message = `Prosody cannot be started: port ${taken.XMPP_CLIENT_PORT} of 127.0.0.1, for clients: another process has taken it.`;
    const { place, connection, remark } = await planChatServer(taken);
    expect({ place, connection }).toEqual({ place: null, connection: {} });
    expect(remark).toContain(message);
    expect(remark).toMatch(/CHAT_SERVER=none silences this\.$/);
    await expect(planChatServer({ ...taken, CHAT_SERVER: 'prosody' })).rejects.toThrow(message);
    other.close();
  });

  it('needs a role with CREATEROLE', async () => {
    const server = await startTemporaryPostgres();
    try {
      const admin = new pg.Client({ connectionString: server.url });
      await admin.connect();
      await admin.query("create role modest login password 'secret'");
      await admin.end();
      const url = new URL(server.url);
      url.username = 'modest';
      url.password = 'secret';
      const { place, remark } = await planChatServer({ ...free, DATABASE_URL: url.href });
      expect(place).toBeNull();
      expect(remark).toMatch(/CREATEROLE.*CHAT_SERVER_URL/);
      const capable = await planChatServer({ ...free, DATABASE_URL: server.url });
      expect(capable.place).not.toBeNull();
    } finally {
      await server.stop();
    }
  });
});

function listen(): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => resolve(server));
  });
}
