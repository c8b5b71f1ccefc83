import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { ownCommand } from '@chat-admin/configuration/own-command';

/** How this program came here. */
export type Installation = 'checkout' | 'debian' | 'image' | 'npm';

/** What decides which advice is possible here. */
export interface Machine {
  readonly installation: Installation;
  /** whether systemd runs the services */
  readonly hasSystemd: boolean;
  /** where certbot keeps certificates */
  readonly lineages: string;
}

const PROGRAMS: Readonly<Record<string, Installation>> = {
  '/usr/lib/chat-admin': 'debian',
  '/opt/chat-admin': 'image',
};

const LINEAGES = '/etc/letsencrypt/live';

export function thisMachine(program = process.argv[1] ?? ''): Machine {
  const installed = PROGRAMS[dirname(program)];
  // the image has no shell; a folder of that name may be anything elsewhere
  const isImage = installed === 'image' && !existsSync('/bin/sh');
  const isCheckout = ownCommand('start').startsWith('npm');
  const other = isCheckout ? 'checkout' : 'npm';
  const installation = installed === 'debian' || isImage ? installed! : other;
  return { installation, hasSystemd: existsSync('/run/systemd/system'), lineages: LINEAGES };
}

/** What restarts the services. */
export function restartOf({ installation, hasSystemd }: Machine, unit = 'chat-admin'): string {
  if (installation === 'image')
    return 'docker compose restart chat-admin # or: podman restart chat-admin; kubectl rollout restart deployment/chat-admin';
  if (hasSystemd) return `systemctl restart ${unit}`;
  return installation === 'checkout'
    ? `${ownCommand('start')} # instead of the one that runs`
    : `${ownCommand('serve')} # instead of the one that runs`;
}

/** What starts or restarts another program that is needed, such as `prosody`. */
export function otherService(
  { installation, hasSystemd }: Machine,
  verb: 'restart' | 'start',
  name: string,
): string {
  if (installation === 'image') return `docker compose ${verb} ${name} # or what else runs it`;
  const isSysV = !hasSystemd && existsSync(`/etc/init.d/${name}`);
  return isSysV ? `service ${name} ${verb}` : `systemctl ${verb} ${name}`;
}
