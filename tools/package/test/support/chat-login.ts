import { execFile } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkServerIdentity, connect } from 'node:tls';
import { promisify } from 'node:util';
import { prosodyOfDebian13 } from '@chat-admin/debian-programs/debian-13';

interface ChatServer {
  /** default: this machine */
  readonly host?: string;
  /** of direct TLS */
  readonly port: number;
  readonly domain: string;
  /** PEM of the authority that its certificate has to be from; absent: it may be from any */
  readonly authority?: string;
}

/**
 * Logs in by SASL PLAIN over direct TLS (RFC 6120 6.4, XEP-0368).
 * @returns what the chat server says
 * @throws an error of TLS that names the fault of the certificate
 */
export async function login(
  { host = '127.0.0.1', port, domain, authority }: ChatServer,
  username: string,
  password: string,
): Promise<string> {
  const trust = authority === undefined ? { rejectUnauthorized: false } : { ca: authority };
  const socket = connect({ port, host, servername: domain, ...trust });
  const initial = Buffer.from(`\0${username}\0${password}`).toString('base64');
  socket.write(
    `<stream:stream to="${domain}" version="1.0" xmlns="jabber:client" xmlns:stream="http://etherx.jabber.org/streams">`,
  );
  socket.setEncoding('utf8');
  let received = '';
  for await (const text of socket as AsyncIterable<string>) {
    const asked = received.includes('</stream:features>');
    received += text;
    if (!asked && received.includes('</stream:features>')) {
      expect(checkServerIdentity(domain, socket.getPeerCertificate())).toBeUndefined();
      socket.write(
        `<auth xmlns="urn:ietf:params:xml:ns:xmpp-sasl" mechanism="PLAIN">${initial}</auth>`,
      );
    }
    if (/<success|<failure/.test(received)) break;
  }
  return received;
}

/** @returns whether a certificate of an authority is what it shows */
export function trusted({ host, port, domain }: ChatServer, authority: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, servername: domain, ca: authority });
    const answer = (is: boolean) => () => {
      socket.destroy();
      resolve(is);
    };
    socket.once('secureConnect', answer(true)).once('error', answer(false));
  });
}

/**
 * Has a stock client log in by STARTTLS, and send a message.
 * @param authority file that its certificate has to be from
 * @throws an error with its complaints
 */
export async function sendByStockClient(
  { host, port, domain }: ChatServer,
  authority: string,
  username: string,
  password: string,
): Promise<void> {
  const client = join(await prosodyOfDebian13(), 'go-sendxmpp');
  const account = ['-u', `${username}@${domain}`, '-p', password, '-j', `${host}:${port}`];
  const home = await mkdtemp(join(tmpdir(), 'chat-admin-client-'));
  const words = [...account, '--suppress-root-warning', `${username}@${domain}`];
  const sent = promisify(execFile)(client, words, {
    env: { HOME: home, SSL_CERT_FILE: authority },
  });
  sent.child.stdin!.end('Hello\n');
  await sent.finally(() => rm(home, { recursive: true }));
}

const run = promisify(execFile);
const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/**
 * Makes a local authority, and a certificate of it as certbot stores it below `live/<domain>`.
 * @param folder made if missing
 * @returns the certificate of the authority, in PEM
 */
export async function certify(folder: string, domain: string): Promise<string> {
  const lineage = join(folder, 'live', domain);
  await mkdir(lineage, { recursive: true });
  const [authority, authorityKey] = [join(folder, 'authority.pem'), join(folder, 'authority.key')];
  const [chain, key] = [join(lineage, 'fullchain.pem'), join(lineage, 'privkey.pem')];
  const request = ['req', '-x509', ...KEY, '-days', '9'];
  const files = ['-keyout', authorityKey, '-out', authority];
  await run('openssl', [...request, '-subj', '/CN=Authority', ...files]);
  await run('openssl', [
    ...[...request, '-subj', `/CN=${domain}`, '-CA', authority, '-CAkey', authorityKey],
    ...['-addext', `subjectAltName=DNS:${domain},DNS:*.${domain}`],
    ...['-addext', 'basicConstraints=critical,CA:FALSE', '-keyout', key, '-out', chain],
  ]);
  const text = await readFile(authority, 'utf8');
  await appendFile(chain, text);
  return text;
}
