/** The version of this program. The release sets it. */
export const PROGRAM_VERSION = '0.4.0';

/** Whether `version` comes after `other`, both like `0.10.2`. */
export function isLater(version: string, other: string): boolean {
  const [left, right] = [version, other].map((text) => text.split('.').map(Number));
  const difference = left!.map((part, index) => part - (right![index] ?? 0)).find(Boolean);
  return (difference ?? 0) > 0;
}
