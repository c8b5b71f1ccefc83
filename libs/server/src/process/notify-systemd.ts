import { spawn } from 'node:child_process';

/**
 * Tells systemd that the service is ready (`Type=notify`, sd_notify(3)), if it was started by that. Node has no datagram
 * sockets of Unix, so a program of systemd does it (`NotifyAccess=all`). Where that cannot be run, systemd's time limit ends the service.
 */
export function notifySystemd(
  environment: NodeJS.ProcessEnv,
  complain: (message: string) => void,
): void {
  if (!environment['NOTIFY_SOCKET']) return;
  const child = spawn('systemd-notify', ['--ready'], { stdio: ['ignore', 'ignore', 'inherit'] });
  child.on('error', (error) => {
    complain(`systemd is not told that the service is ready: ${error.message}`);
  });
}
