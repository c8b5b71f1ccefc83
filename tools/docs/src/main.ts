import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generated, GENERATED_FILES } from './generated.js';

/** `npm run docs`: writes the generated documents. */
const workspace = fileURLToPath(new URL('../../..', import.meta.url));
for (const file of GENERATED_FILES) {
  writeFileSync(join(workspace, file), await generated(file, workspace));
}
