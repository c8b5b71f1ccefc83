import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { billOfMaterials } from './bill-of-materials.js';
import { bundle } from './bundle.js';
import { licenceTexts } from './licences.js';

export const LICENCES = 'THIRD-PARTY-LICENSES';
export const BILL_OF_MATERIALS = 'sbom.cdx.json';

/**
 * Writes the bundle, the licences of the packages in it, and its bill of materials.
 * @param folder replaced
 * @returns the npm packages in the bundle: their folders, relative to the workspace, sorted
 */
export async function makeProgram(folder: string): Promise<readonly string[]> {
  const packages = await bundle(folder);
  await writeFile(join(folder, LICENCES), licenceTexts(packages));
  await writeFile(join(folder, BILL_OF_MATERIALS), await billOfMaterials(packages));
  return packages;
}
