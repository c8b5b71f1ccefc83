/**
 * Flattens a string concatenated from many pieces (a rope). Otherwise the pieces accumulate, and
 * the first access pays for all of them at once.
 */
export function flatten(text: string): void {
  // accessing a character makes the engine flatten the string
  text.charCodeAt(text.length - 1);
}
