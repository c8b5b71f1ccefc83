import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ensureInstalled } from '@chat-admin/debian-programs/ensure-installed';
import { type BoundProcess, startBound } from '@chat-admin/processes/bound-process';
import { stablePort } from '@chat-admin/processes/stable-port';

export const SUFFIX = 'dc=example,dc=org';
export const READER = `cn=reader,${SUFFIX}`;
export const READER_PASSWORD = 'reader-password';
const ROOT = `cn=root,${SUFFIX}`;
const TIMEOUT_MS = 60_000;
const run = promisify(execFile);

export interface TemporarySlapd {
  /** `ldap://localhost:…`, which takes StartTLS */
  readonly url: string;
  /** `ldaps://localhost:…`; the certificate knows no other name, and no address */
  readonly tlsUrl: string;
  /** PEM of its authority */
  readonly caFile: string;
  /** of {@link READER} */
  readonly passwordFile: string;
  /** carries out changes in LDIF, as the root of the directory */
  change(ldif: string): Promise<void>;
  /** what it has logged since the start or the last `forget` */
  log(): string;
  forget(): void;
  pause(): void;
  goOn(): void;
  /** stops the process alone */
  halt(): Promise<void>;
  start(): Promise<void>;
  /** ends it and removes its data */
  stop(): Promise<void>;
}

/** @param ldif entries below the suffix; it has `ou=people`, `ou=groups` and the reader */
export async function startTemporarySlapd(ldif: string): Promise<TemporarySlapd> {
  const program = await ensureInstalled('slapd');
  const folder = await mkdtemp(join(tmpdir(), 'chat-admin-slapd-'));
  const at = (name: string) => join(folder, name);
  await mkdir(at('data'));
  await makeCertificates(folder);
  await writeFile(at('slapd.conf'), configuration(folder));
  await writeFile(at('password'), `${READER_PASSWORD}\n`);
  await writeFile(at('start.ldif'), `${BEGINNING}\n${ldif}`);
  await run('/usr/sbin/slapadd', ['-q', '-w', '-f', at('slapd.conf'), '-l', at('start.ldif')]);
  const [port, tlsPort] = [await stablePort(), await stablePort()];
  const url = `ldap://localhost:${port}`;
  let log = '';
  let server: BoundProcess | null = null;
  const start = async () => {
    const listeners = `ldap://127.0.0.1:${port} ldaps://127.0.0.1:${tlsPort}`;
    server = startBound(program, ['-f', at('slapd.conf'), '-h', listeners, '-d', 'stats'], {
      onOutput: (text) => (log += text),
    });
    for (const one of [port, tlsPort]) await untilListening(server, one);
  };
  await start();
  return {
    url,
    tlsUrl: `ldaps://localhost:${tlsPort}`,
    caFile: at('ca.pem'),
    passwordFile: at('password'),
    async change(text) {
      const child = run('/usr/bin/ldapmodify', ['-H', url, '-x', '-D', ROOT, '-w', 'root']);
      child.child.stdin!.end(text);
      await child;
    },
    log: () => log,
    forget: () => (log = ''),
    pause: () => server?.signal('SIGSTOP'),
    goOn: () => server?.signal('SIGCONT'),
    halt: async () => server?.kill(),
    start,
    async stop() {
      await server?.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function makeCertificates(folder: string): Promise<void> {
  const at = (name: string) => join(folder, name);
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const openssl = (...words: readonly string[]) => run('openssl', words);
  await openssl(
    ...['req', '-x509', ...key, '-days', '2', '-subj', '/CN=Authority of a test'],
    ...['-keyout', at('ca.key'), '-out', at('ca.pem')],
  );
  await openssl(
    ...['req', '-new', ...key, '-subj', '/CN=localhost', '-keyout', at('server.key')],
    ...['-addext', 'subjectAltName=DNS:localhost', '-out', at('server.csr')],
  );
  await openssl(
    ...['x509', '-req', '-in', at('server.csr'), '-copy_extensions', 'copy', '-days', '2'],
    ...['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', '-out', at('server.pem')],
  );
}

const configuration = (folder: string): string => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/nis.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload syncprov
moduleload ppolicy
pidfile ${folder}/pid
TLSCACertificateFile ${folder}/ca.pem
TLSCertificateFile ${folder}/server.pem
TLSCertificateKeyFile ${folder}/server.key
database mdb
suffix "${SUFFIX}"
rootdn "${ROOT}"
rootpw root
directory ${folder}/data
maxsize 268435456
dbnosync
index objectClass,entryUUID,entryCSN,uid,cn eq
limits dn.exact="${READER}" size.soft=unlimited size.hard=unlimited size.prtotal=unlimited
access to attrs=userPassword by self write by anonymous auth by * none
access to * by dn.exact="${READER}" read by self read by * none
overlay syncprov
overlay ppolicy
ppolicy_default "cn=policy,${SUFFIX}"
`;

const BEGINNING = `dn: ${SUFFIX}
objectClass: dcObject
objectClass: organization
dc: example
o: Example

dn: cn=policy,${SUFFIX}
objectClass: device
objectClass: pwdPolicy
cn: policy
pwdAttribute: userPassword
pwdLockout: TRUE
pwdMaxFailure: 3
pwdMustChange: TRUE

dn: ${READER}
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: reader
userPassword: ${READER_PASSWORD}

dn: ou=people,${SUFFIX}
objectClass: organizationalUnit
ou: people

dn: ou=groups,${SUFFIX}
objectClass: organizationalUnit
ou: groups
`;

/** It says that it starts before it listens. */
async function untilListening(server: BoundProcess, port: number): Promise<void> {
  let over = false;
  const ended = server.ended.then(() => (over = true));
  const end = Date.now() + TIMEOUT_MS;
  while (!(await listens(port))) {
    await Promise.race([ended, delay(20)]);
    if (!over && Date.now() < end) continue;
    await server.kill();
    throw new Error(`slapd did not start:\n${server.output()}`);
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
