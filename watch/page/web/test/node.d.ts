// What the tests use of Node. Its whole declarations would be a package of their own.
declare module "node:test" {
  export function test(name: string, body: () => void | Promise<void>): void;
}
declare module "node:assert/strict" {
  function equal(actual: unknown, expected: unknown, message?: string): void;
  function deepEqual(actual: unknown, expected: unknown, message?: string): void;
  function ok(value: unknown, message?: string): void;
  function throws(body: () => void, expected: RegExp): void;
  export { deepEqual, equal, ok, throws };
}
