import type { BodyReader } from '../http/bodies.js';

/** For endpoints where an empty body of any type is "no object". */
export function optional<T>(reader: BodyReader<T>): BodyReader<T | null> {
  return {
    ...reader,
    read: (format, bytes) =>
      bytes.length === 0 ? Promise.resolve(null) : reader.read(format, bytes),
  };
}
