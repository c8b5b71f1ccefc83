import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { prosodyForDebian, serviceForDebian } from './debian.js';
import { manifestIn, workspace } from './libraries.js';
import { ARCHITECTURES } from './node-runtime.js';
import { serviceAsImage } from './oci-image.js';
import { packLibraries } from './pack-libraries.js';
import { packProduct } from './pack-product.js';
import { prosodyAsImage } from './prosody-image.js';
import { BILL_OF_MATERIALS, makeProgram } from './program.js';
import { describeRelease } from './release.js';

/**
 * Makes all artefacts of a release from what is compiled.
 * @param folder made if missing; the bundle stays in its folder `program`
 * @param key see {@link describeRelease}
 * @returns the paths of the artefacts
 */
export async function makeArtefacts(
  folder: string,
  key: string | null,
): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  const { version } = manifestIn(workspace);
  const program = join(folder, 'program');
  await makeProgram(program);
  const bill = join(folder, `chat-admin-${version}.${BILL_OF_MATERIALS}`);
  await copyFile(join(program, BILL_OF_MATERIALS), bill);
  const artefacts = [
    bill,
    ...(await packLibraries(folder)),
    await packProduct(program, folder),
    await prosodyForDebian({ version, into: folder }),
  ];
  for (const architecture of ARCHITECTURES) {
    const image = { version, architecture, into: folder };
    const build = { program, ...image };
    artefacts.push(
      await serviceForDebian(build),
      await serviceAsImage(build),
      await prosodyAsImage(image),
    );
  }
  return [...artefacts, ...(await describeRelease(folder, artefacts, key))];
}
