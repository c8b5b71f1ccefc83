import type { Cluster, ClusterMachine } from './cluster-file.js';
import { inUrl, runsOn } from './cluster-file.js';
import { PORTS } from './ports.js';

const GLOBAL = `global
	user haproxy
	group haproxy
	log /dev/log local0
	ssl-default-bind-options ssl-min-ver TLSv1.2
	# the key is beside the certificate: example.org.crt, example.org.key
	ssl-load-extra-del-ext

defaults
	log global
	option dontlognull
	timeout connect 2s
	timeout client 1h
	timeout server 1h
	timeout check 3s
	timeout http-request 30s
	timeout http-keep-alive 60s
	default-server check inter 1s fall 2 rise 1
`;

/** The configuration of HAProxy: clients reach the Prosody that serves, browsers an API that is ready. */
export function haproxyCfg(cluster: Cluster, machine: ClusterMachine): string {
  return [
    GLOBAL,
    ...(runsOn(cluster, 'balancer', machine) ? [chatClients(cluster), browsers(cluster)] : []),
    ...(cluster.pooler && runsOn(cluster, 'api', machine) ? [database(cluster)] : []),
  ].join('\n');
}

const servers = (machines: readonly ClusterMachine[], port: number, words = ''): string =>
  machines
    .map(({ name, address }) => `	server ${name} ${inUrl(address)}:${port}${words}\n`)
    .join('');

const chatClients = ({ chat }: Cluster) => `# A Prosody that waits does not listen for clients.
listen clients
	mode tcp
	bind :${PORTS.clients}
${servers(chat, PORTS.clientsBehindBalancer, ' on-marked-down shutdown-sessions')}
listen clients-with-tls
	mode tcp
	bind :${PORTS.clientsWithTls}
${servers(chat, PORTS.clientsWithTlsBehindBalancer, ' on-marked-down shutdown-sessions')}`;

const browsers = ({ domain, chat, api }: Cluster) => `frontend web
	mode http
	bind :80
	bind :443 ssl crt /etc/chat-admin/tls/${domain}.crt alpn h2,http/1.1
	http-request redirect scheme https code 308 unless { ssl_fc }
	http-request set-header X-Forwarded-For %[src]
	http-request set-header X-Forwarded-Proto https
	use_backend chat if { path /http-bind /xmpp-websocket } or { path_beg /file_share/ }
	# While no API is ready (PostgreSQL is unavailable) those that live serve what they can.
	use_backend api-live if { nbsrv(api) eq 0 }
	default_backend api

# Only a request that has not reached an API is repeated at another one.
backend api
	mode http
	option redispatch 1
	retry-on conn-failure
	option httpchk GET /readyz
${servers(api, PORTS.api, ` port ${PORTS.management}`)}
backend api-live
	mode http
	option redispatch 1
	retry-on conn-failure
	option httpchk GET /livez
${servers(api, PORTS.api, ` port ${PORTS.management}`)}
# The Prosody that waits answers 503.
backend chat
	mode http
	option httpchk GET /bridge/active
${servers(chat, PORTS.chatHttp, ' on-marked-down shutdown-sessions')}`;

const database = (cluster: Cluster) => `# PgBouncer connects here to the server that takes writes.
listen database
	mode tcp
	bind 127.0.0.1:${PORTS.writable}
	option httpchk OPTIONS /primary
${servers(cluster.database, PORTS.postgresql, ` port ${PORTS.patroni} on-marked-down shutdown-sessions`)}`;
