import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { startTemporaryRedis } from '@chat-admin/redis-server/temporary-redis';
import type { TemporaryRedis } from '@chat-admin/redis-server/temporary-redis';
import { until } from '@chat-admin/debian-programs/until';
import { RedisClusterDirectory } from './redis-cluster-directory.js';
import type { RedisClusterDirectoryOptions } from './redis-cluster-directory.js';
import { RedisConnection } from './redis-connection.js';

const suite = await suiteNeeds(describe, 'RedisClusterDirectory', ['redis-server']);

/** Only for tests that wait for it to expire. */
const SHORT_TTL_MS = 1_000;
const HEARTBEAT_MS = 100;

suite('RedisClusterDirectory', () => {
  let redis: TemporaryRedis;
  const connections: RedisConnection[] = [];
  const directories: RedisClusterDirectory[] = [];

  beforeEach(async () => (redis = await startTemporaryRedis()));
  afterEach(async () => {
    await Promise.all(directories.splice(0).map((directory) => directory.close()));
    for (const connection of connections.splice(0)) connection.close();
    await redis.kill();
  });

  /** With long timeouts, so that a busy machine is not mistaken for an unresponsive Redis. */
  function connect(commandTimeoutMs = 60_000): RedisConnection {
    const connection = new RedisConnection({ url: redis.url, commandTimeoutMs });
    connections.push(connection);
    return connection;
  }

  async function join(options: Partial<RedisClusterDirectoryOptions> = {}) {
    const directory = new RedisClusterDirectory({
      connection: options.connection ?? connect(),
      hostName: `n${directories.length + 1}.example.org (192.0.2.1)`,
      ttlMs: 600_000,
      heartbeatMs: HEARTBEAT_MS,
      ...options,
    });
    directories.push(directory);
    await directory.start();
    return directory;
  }

  const ids = async (directory: RedisClusterDirectory) =>
    (await directory.nodes()).map(({ nodeId }) => nodeId);
  const sees = (directory: RedisClusterDirectory, expected: RedisClusterDirectory[]) =>
    until(`${expected.length} nodes are seen`, async () => {
      return (await ids(directory)).join() === expected.map(({ ownId }) => ownId).join();
    });
  /** Like kill -9: does not leave. */
  function vanish(directory: RedisClusterDirectory): void {
    const connection = connections[directories.indexOf(directory)]!;
    connection.close();
  }

  it('lists members in order of joining, the first as senior', async () => {
    const all = [await join(), await join(), await join()];
    expect(all.map(({ membership }) => membership)).toEqual(['joined', 'joined', 'joined']);
    for (const directory of all) {
      const nodes = await directory.nodes();
      expect(nodes.map(({ nodeId }) => nodeId)).toEqual(all.map(({ ownId }) => ownId));
      expect(nodes.map(({ seniorMember }) => seniorMember)).toEqual([true, false, false]);
      expect(nodes[1]!.hostName).toBe('n2.example.org (192.0.2.1)');
      expect(nodes[0]!.joinedTime < nodes[1]!.joinedTime).toBe(true);
    }
  });

  it('keeps the joined time from heartbeat to heartbeat', async () => {
    const beats: string[] = [];
    const connection = connect();
    const run = connection.run.bind(connection);
    connection.run = async (script, ...rest) => {
      const answer = await run(script, ...rest);
      if (script.includes('joined = now')) beats.push((answer as [string, number])[0]);
      return answer;
    };
    const directory = await join({ connection });
    await until('there are 15 heartbeats', () => beats.length >= 15);
    expect(new Set(beats).size).toBe(1);
    expect((await directory.nodes())[0]!.joinedTime).toEqual(new Date(Number(beats[0])));
  });

  it('orders by joining even within the same millisecond', async () => {
    const all = Array.from({ length: 8 }, () => join({ connection: connect() }));
    await Promise.all(all);
    const times = (await directories[0]!.nodes()).map(({ joinedTime }) => joinedTime.getTime());
    expect(new Set(times).size).toBe(8);
  });

  it('drops a killed instance within its time to live, and the next one becomes senior', async () => {
    const [first, second] = [await join({ ttlMs: SHORT_TTL_MS }), await join()];
    vanish(first);
    await sees(second, [second]);
    expect((await second.nodes())[0]!.seniorMember).toBe(true);
  });

  it('drops a stopped instance immediately', async () => {
    const [first, second] = [await join(), await join()];
    await first.close();
    expect(first.membership).toBe('starting');
    expect(await ids(second)).toEqual([second.ownId]);
    expect(await ids(first)).toEqual([]);
  });

  it('knows whether an instance of 0.4.0 is among them', async () => {
    const [first, second] = [await join(), await join()];
    const all = [first, second];
    expect(all.map(({ hasFormer }) => hasFormer)).toEqual([false, false]);
    const keys = ['chat-admin:{cluster}:expiry', 'chat-admin:{cluster}:nodes'];
    const former = connect();
    await former.tried;
    await former.run(
      `redis.call('ZADD', KEYS[1], 9e15, 'former'); redis.call('HSET', KEYS[2], 'former', '1 n0')`,
      keys,
    );
    await until('both know it', () => all.every(({ hasFormer }) => hasFormer));
    await first.close();
    await former.run(
      `redis.call('ZREM', KEYS[1], 'former'); redis.call('HDEL', KEYS[2], 'former')`,
      keys,
    );
    await until('it is known to have left', () => !second.hasFormer);
  });

  it('lets an instance that was silent for too long rejoin as the youngest', async () => {
    const connection = connect();
    const run = connection.run.bind(connection);
    let heard = Promise.resolve();
    connection.run = (...call) => heard.then(() => run(...call));
    const silent = await join({ connection, ttlMs: SHORT_TTL_MS });
    const second = await join();
    const [before] = await second.nodes();
    expect(before!.nodeId).toBe(silent.ownId);
    let speak = () => undefined as void;
    heard = new Promise((resolve) => (speak = resolve));
    await sees(second, [second]);
    await until('it knows that it is out', () => silent.membership === 'starting');
    expect(await silent.nodes()).toEqual([]);
    speak();
    await sees(second, [second, silent]);
    const [, after] = await second.nodes();
    expect(after!.joinedTime > before!.joinedTime).toBe(true);
    expect(after!.seniorMember).toBe(false);
  });

  it('notices that Redis has forgotten it, and rejoins', async () => {
    const losses: string[] = [];
    const directory = await join({
      heartbeatMs: 600_000,
      onLoss: ({ message }) => losses.push(message),
    });
    await connect().tried;
    await connections[1]!.run("return redis.call('FLUSHALL')", []);
    expect(await directory.nodes()).toEqual([]);
    await sees(directory, [directory]);
    expect(losses).toEqual(['This instance was silent for too long']);
  });

  it('does not depend on the clock of the instance', async () => {
    const realNow = Date.now;
    try {
      Date.now = () => Date.UTC(2090, 0, 1);
      const first = await join({ ttlMs: SHORT_TTL_MS });
      Date.now = () => 0;
      const second = await join();
      const nodes = await second.nodes();
      expect(nodes.map(({ nodeId }) => nodeId)).toEqual([first.ownId, second.ownId]);
      for (const { joinedTime } of nodes) {
        expect(Math.abs(joinedTime.getTime() - realNow())).toBeLessThan(3_600_000);
      }
      vanish(first);
      await sees(second, [second]);
      expect(second.membership).toBe('joined');
    } finally {
      Date.now = realNow;
    }
  });

  it('starts without Redis, and joins when Redis becomes available', async () => {
    await redis.stop();
    const events: string[] = [];
    const directory = await join({
      onLoss: ({ message }) => events.push(message),
      onJoin: () => events.push('joined'),
    });
    expect(directory.membership).toBe('starting');
    expect(await directory.nodes()).toEqual([]);
    redis = await startTemporaryRedis({ port: redis.port });
    await sees(directory, [directory]);
    expect(events).toEqual([expect.stringMatching(/ECONNREFUSED/), 'joined']);
  });

  it('reports the loss of Redis once, and recovers by itself', async () => {
    const events: string[] = [];
    const first = await join({
      onLoss: () => events.push('lost'),
      onJoin: () => events.push('joined'),
    });
    const second = await join();
    await redis.kill();
    await until('both have noticed', () =>
      [first, second].every(({ membership }) => membership === 'starting'),
    );
    expect(await first.nodes()).toEqual([]);
    redis = await startTemporaryRedis({ port: redis.port });
    await until('both are back', async () => {
      const seen = await Promise.all([first, second].map(ids));
      return seen.every((nodes) => nodes.length === 2);
    });
    expect(events).toEqual(['joined', 'lost', 'joined']);
  });

  it('does not wait long for an unresponsive Redis, and recovers by itself', async () => {
    const directory = await join({ connection: connect(300) });
    redis.pause();
    const asked = await Promise.all(Array.from({ length: 50 }, () => directory.nodes()));
    expect(asked.flat()).toEqual([]);
    expect(directory.membership).toBe('starting');
    redis.resume();
    await sees(directory, [directory]);
  });

  it('can be closed while Redis is unreachable or unresponsive', async () => {
    const withShortTimeout = () => join({ connection: connect(300) });
    const [first, second] = [await withShortTimeout(), await withShortTimeout()];
    redis.pause();
    await first.close();
    await redis.kill();
    await second.close();
    expect([first.membership, second.membership]).toEqual(['starting', 'starting']);
  });
});
