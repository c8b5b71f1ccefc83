import { rmSync } from 'node:fs';
import stopPostgres from './global-teardown.mjs';

export default async function stop() {
  await stopPostgres();
  rmSync(globalThis.artefacts, { recursive: true, force: true });
}
