import { existsSync } from 'node:fs';
import { installation, ownCommand } from '@chat-admin/configuration/own-command';
import type { Installation } from '@chat-admin/configuration/own-command';

/** What decides which advice is possible here. */
export interface Machine {
  readonly installation: Installation;
  /** whether systemd runs the services */
  readonly hasSystemd: boolean;
  /** where certbot keeps certificates, beside the folder of what it renews */
  readonly lineages: string;
  /** whether nginx is installed, which then has the ports of HTTP */
  readonly hasNginx: boolean;
}

const LINEAGES = '/etc/letsencrypt/live';

export const thisMachine = (): Machine => ({
  installation: installation(),
  hasSystemd: existsSync('/run/systemd/system'),
  lineages: LINEAGES,
  hasNginx: existsSync('/usr/sbin/nginx'),
});

/** What restarts the services. */
export function restartOf(machine: Machine, units: readonly string[]): string {
  const { installation: installed, hasSystemd } = machine;
  if (installed === 'image')
    return 'docker compose restart chat-admin # or: podman restart chat-admin; kubectl rollout restart deployment/chat-admin';
  if (hasSystemd) return `systemctl restart ${units.join(' ')}`;
  return installed === 'checkout'
    ? `${ownCommand('start')} # instead of the one that runs`
    : `${ownCommand('serve')} # instead of the one that runs`;
}

/** What starts or restarts another program that is needed, such as `prosody`. */
export function otherService(
  { installation: installed, hasSystemd }: Machine,
  verb: 'restart' | 'start',
  name: string,
): string {
  if (installed === 'image') return `docker compose ${verb} ${name} # or what else runs it`;
  const isSysV = !hasSystemd && existsSync(`/etc/init.d/${name}`);
  return isSysV ? `service ${name} ${verb}` : `systemctl ${verb} ${name}`;
}
