import { rmSync } from 'node:fs';
import stopPostgres from './global-teardown.mjs';

export default async function stop() {
  await stopPostgres();
  if (globalThis.artefacts) rmSync(globalThis.artefacts, { recursive: true, force: true });
}
