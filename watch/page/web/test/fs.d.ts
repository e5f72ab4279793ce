declare module "node:fs" {
  function existsSync(path: string): boolean;
  function readFileSync(path: string, encoding: "utf8"): string;
  export { existsSync, readFileSync };
}
