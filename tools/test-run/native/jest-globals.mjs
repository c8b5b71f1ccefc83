// `@jest/globals` of the suite that imports it.
const globals = globalThis[Symbol.for('chat-admin.jest-globals')];

export const { jest, expect, describe, test, it, beforeAll, beforeEach, afterAll, afterEach } =
  globals;
