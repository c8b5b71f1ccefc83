import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * The start time of a process, in a system-specific unit. Together with the pid it identifies a
 * process uniquely, while a pid alone is reused after a reboot or in a container.
 * @returns null if there is no such process; a zombie counts as none
 */
export function processStart(pid: number): string | null {
  if (!existsSync('/proc/self/stat')) return ps(pid, 'lstart=');
  try {
    // the command's name in brackets may contain spaces and brackets, so fields are counted after
    // the last one
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}

/** Whether the process is a PostgreSQL server working in exactly this cluster (real path). */
export function isServerOf(pid: number, cluster: string): boolean {
  if (!existsSync('/proc/self/stat')) return ps(pid, 'command=')?.includes(cluster) ?? false;
  try {
    return processStart(pid) !== null && readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    return false;
  }
}

function ps(pid: number, field: string): string | null {
  try {
    const args = ['-ww', '-o', field, '-p', String(pid)];
    const text = execFileSync('ps', args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return text.trim() || null;
  } catch {
    return null;
  }
}
