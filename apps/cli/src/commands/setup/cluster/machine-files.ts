import type { Cluster, ClusterMachine } from './cluster-file.js';
import { runsOn } from './cluster-file.js';
import type { ClusterSecrets } from './cluster-secrets.js';
import { etcdEnvironment, patroniYml, pgbouncerIni } from './database-files.js';
import { haproxyCfg } from './haproxy-cfg.js';
import { clusterCfgLua } from './service-files.js';

/** A configuration that this command alone writes. */
export interface MachineFile {
  readonly path: string;
  readonly text: string;
  /** whose group may read it, since it has secrets; `null`: everybody may */
  readonly group: string | null;
}

const OWN = 'Written by "chat-admin setup --cluster", which replaces changes.';

/** Whether this command has written a text. */
export const isOwn = (text: string): boolean => text.split('\n', 1)[0]!.endsWith(OWN);

/** The configurations of a machine. */
export function machineFiles(
  cluster: Cluster,
  machine: ClusterMachine,
  secrets: ClusterSecrets,
): readonly MachineFile[] {
  const has = (part: Parameters<typeof runsOn>[1]) => runsOn(cluster, part, machine);
  const file = (path: string, comment: string, text: string, group: string | null = null) => ({
    path,
    text: `${comment} ${OWN}\n${text}`,
    group,
  });
  const isPooled = cluster.pooler && has('api');
  const users = `"chat" "${secrets.app}"\n`;
  return [
    ...(has('database')
      ? [
          file('/etc/default/etcd', '#', etcdEnvironment(cluster, machine)),
          file('/etc/patroni/config.yml', '#', patroniYml(cluster, machine, secrets), 'postgres'),
        ]
      : []),
    ...(isPooled
      ? [
          file('/etc/pgbouncer/pgbouncer.ini', ';', pgbouncerIni(), 'postgres'),
          file('/etc/pgbouncer/userlist.txt', ';', users, 'postgres'),
        ]
      : []),
    ...(has('chat')
      ? [file('/etc/prosody/conf.d/cluster.cfg.lua', '--', clusterCfgLua(cluster, machine))]
      : []),
    ...(has('balancer') || isPooled
      ? [file('/etc/haproxy/haproxy.cfg', '#', haproxyCfg(cluster, machine))]
      : []),
  ];
}
