import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { InstalledMachine } from './installed-machine.js';
import { IMPORT, lines } from './seeded-fault.js';
import type { SeededFault } from './seeded-fault.js';

const withoutCertificate = (it: InstalledMachine) => rm(it.at('tls/example.org.crt'));

/** Of the domain, and signed by itself. */
async function selfSigned(it: InstalledMachine): Promise<void> {
  const files = ['-keyout', it.at('tls/example.org.key'), '-out', it.at('tls/example.org.crt')];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const names = ['-subj', '/CN=chat', '-addext', 'subjectAltName=DNS:example.org'];
  const words = ['req', '-x509', ...key, '-days', '60', ...names, ...files];
  execFileSync('openssl', words, { stdio: 'pipe' });
}

/** Of what clients are shown. */
export const CERTIFICATES: readonly SeededFault[] = [
  {
    what: 'a chat server without a certificate',
    seed: withoutCertificate,
    code: 'chat-server/certificate',
    sentence:
      /^Clients cannot connect at port \d+ of the chat server: TLS fails, as it does without a cert/,
    remedy: lines(IMPORT),
    isQuick: true,
  },
  {
    what: 'a chat server without a certificate, and none on the machine',
    seed: async (it) => {
      await withoutCertificate(it);
      await rm(it.lineage(), { recursive: true });
    },
    code: 'chat-server/certificate',
    sentence: /TLS fails, as it does without a certificate/,
    remedy:
      /^(apt-get install certbot\n)?certbot certonly --standalone -d example\.org\nnpm .* certificate import --domain example\.org \S+$/,
  },
  {
    what: 'a chat server without a certificate, where XMPP_DOMAIN is not set',
    seed: async (it) => {
      await withoutCertificate(it);
      const settings = await readFile(it.config, 'utf8');
      await writeFile(it.config, settings.replace(/^XMPP_DOMAIN=.*\n/m, ''));
    },
    code: 'chat-server/certificate',
    sentence: /TLS fails, as it does without a certificate/,
    remedy: lines(IMPORT),
    isQuick: true,
  },
  {
    what: 'a chat server that lets clients in unencrypted',
    seed: async (it) => {
      await withoutCertificate(it);
      it.port.isOpen = true;
    },
    code: 'chat-server/certificate',
    sentence: /^Clients log in unencrypted at port/,
    remedy: lines(IMPORT),
  },
  {
    what: 'a certificate that nobody has signed',
    seed: selfSigned,
    code: 'chat-server/certificate',
    sentence: /has signed itself/,
    remedy: lines(IMPORT),
  },
  {
    what: 'a certificate of another name',
    seed: async (it) => {
      await it.certify(60, 'chat.example.org,conference.example.org');
      await it.certify(60, 'example.org', false);
    },
    code: 'chat-server/certificate',
    sentence: /is for chat\.example\.org, conference\.example\.org, not for example\.org$/,
    remedy: lines(IMPORT),
  },
  {
    what: 'a certificate that is over, renewed and not imported',
    seed: async (it) => {
      await it.certify(-1);
      await it.certify(60, 'example.org', false);
    },
    code: 'chat-server/certificate',
    sentence: /expired on \d{4}-/,
    remedy: lines(IMPORT),
  },
  {
    what: 'a certificate that ends soon',
    seed: async (it) => {
      await it.certify(10);
      await mkdir(it.at('renewal'));
      await writeFile(it.at('renewal/example.org.conf'), '');
    },
    code: 'chat-server/certificate',
    sentence: /expires on \d{4}-/,
    remedy:
      /^certbot renew --cert-name example\.org\nnpm .* certificate import --domain example\.org \S+$/,
  },
  {
    what: 'a certificate without the chain to its authority',
    seed: async (it) => {
      const [leaf] = readFileSync(it.at('tls/example.org.crt'), 'utf8').split(
        /(?<=END CERTIFICATE-----\n)/,
      );
      await writeFile(it.at('tls/example.org.crt'), leaf!);
    },
    code: 'chat-server/certificate',
    sentence: /cannot be verified here/,
    remedy: lines(IMPORT),
  },
  {
    what: 'a certificate of the service that is over',
    seed: async (it) => {
      await it.certify(-1);
      await it.certify(60, 'example.org', false);
      await it.setting(`MANAGEMENT_TLS_CERT_FILE=${it.at('tls/example.org.crt')}`);
      await it.setting(`MANAGEMENT_TLS_KEY_FILE=${it.at('tls/example.org.key')}`);
    },
    code: 'listeners/certificates',
    sentence: /^the certificate of MANAGEMENT_TLS_CERT_FILE expired/,
    remedy: lines(IMPORT),
  },
];
