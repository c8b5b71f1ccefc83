import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { until } from '@chat-admin/debian-programs/until';
import { notifySystemd, watchdogMs } from './notify-starter.js';

describe('systemd', () => {
  it('is told that the service is ready, then again and again that its loop goes round', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'notify-'));
    const told = join(folder, 'told');
    const program = join(folder, 'systemd-notify');
    writeFileSync(told, '');
    writeFileSync(program, `#!/bin/sh\necho "$1" >> ${told}\n`);
    chmodSync(program, 0o755);
    const { PATH } = process.env;
    process.env['PATH'] = `${folder}:${PATH}`;
    const complaints: string[] = [];
    const timers = jest.spyOn(globalThis, 'setInterval');
    try {
      const environment = { NOTIFY_SOCKET: '/run/x', WATCHDOG_USEC: '90000' };
      notifySystemd(environment, (message) => complaints.push(message));
      const { value: beats } = timers.mock.results[0] as { value: NodeJS.Timeout };
      const lines = () => readFileSync(told, 'utf8').trim().split('\n');
      await until('three beats are told', () => Promise.resolve(lines().length >= 4));
      clearInterval(beats);
      expect([...new Set(lines())].sort()).toEqual(['--ready', 'WATCHDOG=1']);
      expect(complaints).toEqual([]);
    } finally {
      timers.mockRestore();
      process.env['PATH'] = PATH;
      rmSync(folder, { recursive: true, maxRetries: 5 });
    }
  });

  it.each([
    ['30 seconds', { WATCHDOG_USEC: '30000000' }, 10_000],
    ['of this process', { WATCHDOG_USEC: '30000000', WATCHDOG_PID: '7' }, 10_000],
    ['of another process', { WATCHDOG_USEC: '30000000', WATCHDOG_PID: '8' }, null],
    ['none', {}, null],
    ['no number', { WATCHDOG_USEC: 'soon' }, null],
    ['zero', { WATCHDOG_USEC: '0' }, null],
  ])('wants to hear of process 7: %s', (_, environment, everyMs) => {
    expect(watchdogMs(environment, 7)).toBe(everyMs);
  });
});
