import { join, resolve } from 'node:path';
import type { ImportOptions } from '../import/import-options.js';
import type { Dialogue } from './dialogue.js';
import { openfiresIn } from './machine.js';

type Choice = Partial<ImportOptions>;

const ADDRESS = /^[a-z][a-z0-9+]+:/i;
const NOTHING = '-';

/** An Openfire of this machine, or what somebody names. @throws ImportRefused */
export async function chooseSource(dialogue: Dialogue): Promise<Choice> {
  for (const { home, isRunning } of await openfiresIn()) {
    const question = `There is an Openfire in ${home}${isRunning ? ', which runs' : ''}. Move it?`;
    if (await dialogue.confirm(question, true)) return { openfireHome: home };
  }
  dialogue.say(
    'Where are the data? postgres://, mysql:// or mariadb:// with the name of a role that may read, a folder embedded-db,',
    'a file of XEP-0227, or https://old:9091/plugins/restapi/v1',
  );
  const source = await dialogue.text('Source', null);
  if (source.endsWith('.xml')) return { source, form: 'xep-0227' };
  if (!/^https?:/.test(source)) return { source, ...(await homeOf(source, dialogue)) };
  const secretFile = await dialogue.text('File with the shared secret of the REST API', null);
  return { source, secretFile };
}

async function homeOf(source: string, dialogue: Dialogue): Promise<Choice> {
  const isAddress = ADDRESS.test(source);
  const file = isAddress
    ? await dialogue.text(`File with the password of that role (${NOTHING}: none)`, NOTHING)
    : NOTHING;
  const home = await dialogue.text(
    `Openfire's folder, whose conf/security.xml has the keys of passwords (${NOTHING}: none)`,
    isAddress ? NOTHING : resolve(join(source, '..')),
  );
  return {
    ...(file === NOTHING ? {} : { sourcePasswordFile: file }),
    ...(home === NOTHING ? {} : { openfireHome: home }),
  };
}
