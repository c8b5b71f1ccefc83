import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { READER, startTemporarySlapd, SUFFIX } from '@chat-admin/slapd-server/temporary-slapd';
import type { TemporarySlapd } from '@chat-admin/slapd-server/temporary-slapd';

/** A directory `main` that is away until it is started, and the file that names it. */
export interface School {
  readonly slapd: TemporarySlapd;
  readonly file: string;
  remove(): Promise<void>;
}

const dn = (uid: string) => `uid=${uid},ou=people,${SUFFIX}`;

/** In LDIF. */
const person = (uid: string) =>
  `dn: ${dn(uid)}\nobjectClass: inetOrgPerson\nuid: ${uid}\ncn: Pupil ${uid}\nsn: N\nuserPassword: of-${uid}\n`;

/** In LDIF: these people leave. */
export const leaving = (uids: readonly string[]): string =>
  uids.map((uid) => `dn: ${dn(uid)}\nchangetype: delete\n`).join('\n');

/** A file that names a directory `main` in which nobody is reached. */
export async function directoryFile(
  entry: Readonly<Record<string, unknown>>,
): Promise<{ readonly file: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'chat-admin-directory-'));
  const [file, passwordFile] = [join(folder, 'directories.yaml'), join(folder, 'password')];
  const directory = {
    ...{ name: 'main', kind: 'openldap', servers: ['ldap://127.0.0.1:1'], bind: READER },
    ...{ passwordFile, people: { base: `ou=people,${SUFFIX}` }, poll: 3_600, ...entry },
  };
  await writeFile(passwordFile, 'secret');
  await writeFile(file, JSON.stringify({ directories: [directory] }));
  return { file, remove: () => rm(folder, { recursive: true }) };
}

export async function awaySchool(uids: readonly string[]): Promise<School> {
  const slapd = await startTemporarySlapd(uids.map(person).join('\n'));
  await slapd.halt();
  const { file, remove } = await directoryFile({
    ...{ servers: [slapd.tlsUrl], caFile: slapd.caFile, passwordFile: slapd.passwordFile },
    brake: { percent: 10, atLeast: 5 },
  });
  return {
    ...{ slapd, file },
    remove: async () => {
      await slapd.stop();
      await remove();
    },
  };
}
