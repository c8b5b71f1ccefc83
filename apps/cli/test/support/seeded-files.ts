import { chmod, copyFile, mkdir, mkdtemp, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstalledMachine } from './installed-machine.js';
import { CONF, IMPORT, lines, RESTART } from './seeded-fault.js';
import type { SeededFault } from './seeded-fault.js';

/** A pair for listeners of the API, in a folder that is made. */
async function ownPair(it: InstalledMachine, folder: string, mode = 0o600): Promise<void> {
  await mkdir(folder, { recursive: true });
  await copyFile(it.at('tls/example.org.crt'), join(folder, 'chat.crt'));
  await copyFile(it.at('tls/example.org.key'), join(folder, 'chat.key'));
  await chmod(join(folder, 'chat.crt'), 0o644);
  await chmod(join(folder, 'chat.key'), mode);
  await it.setting(`MANAGEMENT_TLS_CERT_FILE=${folder}/chat.crt`);
  await it.setting(`MANAGEMENT_TLS_KEY_FILE=${folder}/chat.key`);
}

/** Of what the services cannot read, and others can. */
export const FILES: readonly SeededFault[] = [
  {
    what: 'a TLS key for root alone',
    seed: (it) => ownPair(it, it.at('own')),
    code: 'program/files',
    sentence: /^The services run as nobody, and cannot read \S+\/own\/chat\.key$/,
    remedy: lines(String.raw`chgrp "\$\(id -g nobody\)" \S+`, String.raw`chmod 640 \S+`, RESTART),
    isQuick: true,
  },
  {
    what: 'a TLS key where certbot keeps it',
    seed: async (it) => {
      await it.setting(`MANAGEMENT_TLS_CERT_FILE=${it.lineage()}/fullchain.pem`);
      await it.setting(`MANAGEMENT_TLS_KEY_FILE=${it.lineage()}/privkey.pem`);
    },
    code: 'program/files',
    sentence: /cannot read \S+\/fullchain\.pem, \S+\/privkey\.pem$/,
    remedy: lines(
      String.raw`${IMPORT}/example\.org`,
      String.raw`sed \S+ \S+ '.*_CERT_FILE=\S+/tls/example\.org\.crt.*' ${CONF}`,
      String.raw`sed \S+ \S+ '.*_KEY_FILE=\S+/tls/example\.org\.key.*' ${CONF}`,
      RESTART,
    ),
  },
  {
    what: 'a TLS key in a home',
    seed: async (it) => {
      it.elsewhere.push(await mkdtemp('/root/doctor-'));
      await ownPair(it, it.elsewhere[0]!, 0o644);
    },
    code: 'program/files',
    sentence: /cannot read \/root/,
    remedy: /^install -m 640 -g "\$\(id -g nobody\)" \/root\S+ \S+\/tls\/chat\.crt\n/,
  },
  {
    what: 'a secret that the service cannot read',
    seed: async (it) => {
      await rename(it.at('credentials/chat-server-token'), it.at('token'));
      await it.setting(`CHAT_SERVER_TOKEN_FILE=${it.at('token')}`);
    },
    code: 'program/files',
    sentence: /cannot read \S+\/token$/,
    remedy: lines(String.raw`chgrp \S+ -g nobody\)" \S+`, String.raw`chmod 640 \S+`, RESTART),
  },
  {
    what: 'settings that the service cannot read',
    seed: (it) => chmod(it.config, 0o600),
    code: 'program/files',
    sentence: /cannot read \S+\/chat-admin\.conf$/,
    remedy: lines(String.raw`chgrp "\$\(id -g nobody\)" ${CONF}`, `chmod 640 ${CONF}`, RESTART),
    isQuick: true,
  },
  {
    what: 'settings in a folder that the service may not enter',
    seed: async (it) => {
      await chmod(it.config, 0o600);
      await chmod(it.folder, 0o750);
    },
    code: 'program/files',
    sentence: /cannot read \S+\/chat-admin\.conf$/,
    remedy: lines(
      String.raw`chmod o\+x \S+/machine`,
      String.raw`chgrp "\$\(id -g nobody\)" ${CONF}`,
      `chmod 640 ${CONF}`,
      RESTART,
    ),
  },
  {
    what: 'a secret that everyone can read',
    seed: (it) => chmod(it.at('credentials/database-url'), 0o644),
    code: 'program/credentials',
    sentence: /^Every account of this machine may read \S+database-url$/,
    remedy: lines(String.raw`chmod o= \S+`),
  },
  {
    what: 'a secret behind a link, which systemd does not follow',
    seed: async (it) => {
      await rename(it.at('credentials/database-url'), it.at('elsewhere'));
      await symlink(it.at('elsewhere'), it.at('credentials/database-url'));
    },
    code: 'program/credentials',
    sentence: /no secrets through links: database-url$/,
    remedy: lines(String.raw`cp --remove-destination .* && chmod 600 \S+`, RESTART),
    isQuick: true,
  },
  {
    what: 'a secret by another name',
    seed: (it) =>
      rename(it.at('credentials/chat-server-token'), it.at('credentials/chat_server_token')),
    code: 'program/credentials',
    sentence: /stand for no setting: chat_server_token$/,
    remedy: lines(String.raw`mv \S+/chat_server_token \S+/chat-server-token`, RESTART),
  },
];
