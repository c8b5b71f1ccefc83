import { stringify } from 'yaml';

/**
 * Writes a file of directories (E13.3).
 * @param notes sentences, as comments above the entries
 */
export function directoryText(entries: readonly object[], notes: readonly string[]): string {
  const comments = notes.map((note) => `# ${note}\n`).join('');
  return `${comments}${stringify({ directories: entries }, { lineWidth: 0 })}`;
}
