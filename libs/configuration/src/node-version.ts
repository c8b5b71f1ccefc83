const EX_CONFIG = 78;

/**
 * Ends this process where Node is too old. For the first line of a program, which imports all others after it: an older Node cannot
 * even read them.
 */
export function requireNode(version: string = process.versions.node): void {
  const [major, minor] = version.split('.').map(Number) as [number, number];
  if (major > 20 || (major === 20 && minor >= 19)) return;
  process.stderr.write(`chat-admin needs Node 20.19 or newer; this is ${major}.${minor}\n`);
  process.exit(EX_CONFIG);
}
