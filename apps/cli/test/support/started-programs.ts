import { readFile } from 'node:fs/promises';

/** Words that make strace note each program that a command starts, itself included, into `file`. */
export const notingPrograms = (file: string): readonly string[] => [
  ...['strace', '-D', '-f', '-qq', '--seccomp-bpf', '-s', '65536'],
  ...['-e', 'trace=execve,execveat', '-e', 'signal=none', '-o', file],
];

/**
 * A line for each, with its arguments: what lists of processes show.
 * @throws Error for one with so many that strace leaves some out
 */
export async function startedPrograms(file: string): Promise<readonly string[]> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  const programs = lines.filter((line) => line.includes('execve'));
  for (const line of programs) if (line.includes(', ...]')) throw new Error(line);
  return programs;
}
