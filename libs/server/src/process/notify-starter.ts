import { spawn } from 'node:child_process';

/** As often as whoever watches this process looks, and twice more. */
const BEATS = 3;
/** for the launcher, which waits for 30 seconds */
const LAUNCHER_MS = 5_000;

/**
 * Tells who has started this process that it is ready, and from then on that its event loop goes round, so that a frozen
 * one is ended and started again: the launcher over IPC, systemd by sd_notify(3) (`Type=notify`, `WatchdogSec`).
 */
export function notifyStarter(
  environment: NodeJS.ProcessEnv,
  complain: (message: string) => void,
): void {
  notifyLauncher();
  notifySystemd(environment, complain);
}

export function notifySystemd(
  environment: NodeJS.ProcessEnv,
  complain: (message: string) => void,
): void {
  if (!environment['NOTIFY_SOCKET']) return;
  tellSystemd('--ready', complain);
  const everyMs = watchdogMs(environment);
  if (everyMs === null) return;
  let told = true;
  const failed = (message: string) => {
    if (told) complain(message);
    told = false;
  };
  setInterval(() => tellSystemd('WATCHDOG=1', failed), everyMs).unref();
}

function notifyLauncher(): void {
  if (!process.send) return;
  process.send('ready');
  const beat = () => {
    if (process.connected) process.send?.('alive', undefined, undefined, () => undefined);
  };
  setInterval(beat, LAUNCHER_MS).unref();
}

/** How often systemd wants to hear of this process; `null`: never (sd_watchdog_enabled(3)). */
export function watchdogMs(environment: NodeJS.ProcessEnv, pid = process.pid): number | null {
  const { WATCHDOG_USEC: limit = '', WATCHDOG_PID: watched = '' } = environment;
  if (!/^[1-9]\d{0,14}$/.test(limit) || (watched !== '' && watched !== String(pid))) return null;
  return Math.min(Math.max(1, Math.floor(Number(limit) / 1000 / BEATS)), 2 ** 31 - 1);
}

/**
 * Node has no datagram sockets of Unix, so a program of systemd does it (`NotifyAccess=all`). Where that cannot be run,
 * systemd's time limit ends the service.
 */
function tellSystemd(what: string, complain: (message: string) => void): void {
  const child = spawn('systemd-notify', [what], { stdio: ['ignore', 'ignore', 'inherit'] });
  child.on('error', ({ message }) => complain(`systemd cannot be told ${what}: ${message}`));
}
