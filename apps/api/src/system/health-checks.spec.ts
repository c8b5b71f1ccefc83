import { ChatServerAway, NoChatServer } from '@chat-admin/domain/chat-server/chat-server';
import type { LiveListener } from '@chat-admin/domain/chat-server/chat-server';
import { NoCluster } from '@chat-admin/domain/cluster/cluster-directory';
import { systemProperty } from '@chat-admin/domain/system/system-properties';
import { inMemoryPorts } from '@chat-admin/domain/testing/in-memory-ports';
import type { InMemoryPorts } from '@chat-admin/domain/testing/in-memory-ports';
import { HealthChecks, requirePassed } from './health-checks.js';
import type { Vitals } from './health-checks.js';

class AwayChatServer extends NoChatServer {
  override readonly attachment = 'tried' as unknown as 'none';
  override listeners(): Promise<readonly LiveListener[]> {
    return Promise.reject(new ChatServerAway());
  }
}

const ENABLEMENT = 'adminConsole.access.allow-wildcards-in-excludes';
const restart = { ...systemProperty.auditRetention, immediate: false } as const;

describe('HealthChecks', () => {
  let ports: InMemoryPorts;
  const healthy: Vitals = {
    isServing: () => true,
    isListening: () => true,
    pingDatabase: () => Promise.resolve(),
    writeFault: () => null,
    standbyWaits: () => Promise.resolve(false),
  };
  const checks = (vitals: Partial<Vitals> = {}, chatServer = new NoChatServer()): HealthChecks =>
    new HealthChecks({ ...healthy, ...vitals }, ports.properties, new NoCluster(), chatServer, [
      restart,
      systemProperty.domain,
    ]);
  beforeEach(async () => {
    ports = inMemoryPorts();
    await ports.propertyStore.put(ENABLEMENT, 'true');
  });

  it('pass when all is well', async () => {
    expect(checks().liveness()).toBeNull();
    expect(await checks().readiness()).toBeNull();
  });

  it('find a changed property that needs a restart, the domain not counted', async () => {
    const started = checks();
    await ports.propertyStore.put('xmpp.domain', 'other.example');
    expect(started.liveness()).toBeNull();
    await ports.propertyStore.put(restart.key, '7');
    expect(started.liveness()).toBe('liveness/properties');
    expect(started.deadlock()).toBeNull();
  });

  it('are not ready while the service is not serving, or the database does not answer', async () => {
    expect(await checks({ isServing: () => false }).readiness()).toBe('readiness/server');
    const away = { pingDatabase: () => Promise.reject(new Error('away')) };
    expect(await checks(away).readiness()).toBe('readiness/server');
  });

  it('are not ready while every request is redirected, and disclose the reason only to operators', async () => {
    await ports.propertyStore.remove([ENABLEMENT]);
    expect(await checks().readiness()).toBe('readiness/server (access)');
    expect(() => requirePassed('readiness/server (access)')).toThrow(
      /^Check failed: readiness\/server$/,
    );
    expect(() => requirePassed('readiness/connections (SOCKET_C2S encrypted)')).toThrow(
      /SOCKET_C2S encrypted/,
    );
  });

  it('are not ready while the database takes no writes, and tell operators alone why', async () => {
    const full = checks({ writeFault: () => 'no space' });
    expect(await full.readiness()).toBe('readiness/server (no space)');
    expect(() => requirePassed('readiness/server (no space)')).toThrow(
      /^Check failed: readiness\/server$/,
    );
  });

  it('end although the database never answers', async () => {
    const hung = { ...healthy, pingDatabase: () => new Promise<void>(() => undefined) };
    const withShortTimeout = new HealthChecks(
      hung,
      ports.properties,
      new NoCluster(),
      new NoChatServer(),
      [],
      1,
    );
    expect(await withShortTimeout.server()).toBe('readiness/server');
  });

  it('are ready while another chat server is about to take over', async () => {
    const away = new AwayChatServer();
    const standbyWaits = () => Promise.resolve(true);
    expect(await checks({ standbyWaits }, away).readiness()).toBeNull();
    expect(await checks({}, away).readiness()).toMatch(/^readiness\/connections/);
    const silent = () => Promise.reject(new Error('no database'));
    expect(await checks({ standbyWaits: silent }, away).readiness()).toMatch(
      /^readiness\/connections/,
    );
  });

  it('name the listener that fails', async () => {
    expect(await checks({}, new AwayChatServer()).readiness()).toBe(
      'readiness/connections (SOCKET_C2S encrypted)',
    );
  });
});
