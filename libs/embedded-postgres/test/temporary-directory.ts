import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];

/** A new directory that the server's account can traverse. */
export function temporaryDirectory(mode = 0o711): string {
  const path = mkdtempSync(join(tmpdir(), 'embedded-postgres-spec-'));
  chmodSync(path, mode);
  made.push(path);
  return path;
}

export function removeTemporaryDirectories(): void {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
}
