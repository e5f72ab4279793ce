// Runs the MiniZinc compiler of the npm package minizinc, which is meant for
// browsers, in Node:
//
//	node wasm.js DIST
//
// DIST is the folder dist of the package. Each line of standard input is a
// request, {"args": [...], "files": {path: text}, "outputFiles": [path, ...],
// "stdin": text}; each line of standard output is its reply, {"code", "stdout",
// "stderr", "outputFiles": {path: text or null}}. Only one request of a process
// may read its standard input, because the end of that stays.
"use strict";
const fs = require("fs");
const path = require("path");
const readline = require("readline");

const dist = path.resolve(process.argv[2]);
let receive; // what the worker calls with each message
let waiting; // what is done with its next message
globalThis.addEventListener = (kind, handler) => {
  if (kind === "message") receive = handler;
};
globalThis.postMessage = (message) => {
  if (message.type === "ready" || message.type === "exit") waiting(message);
};
// The worker has no standard input; this one hands out the bytes of a request.
let input = Buffer.alloc(0);
globalThis.nextByte = () => {
  if (input.length === 0) return null;
  const byte = input[0];
  input = input.subarray(1);
  return byte;
};
const ask = (data) => new Promise((resolve) => {
  waiting = resolve;
  receive({ data });
});

// The worker prints what it cannot handle; standard output is for replies.
console.log = console.error;

async function main() {
  const worker = fs.readFileSync(path.join(dist, "minizinc-worker.js"), "utf8")
    .replace("FS.init(null,", "FS.init(globalThis.nextByte,");
  new Function("require", "__dirname", "__filename", worker)(require, dist, path.join(dist, "minizinc-worker.js"));
  await ask({ wasmURL: path.join(dist, "minizinc.wasm"), dataURL: path.join(dist, "minizinc.data") });
  for await (const line of readline.createInterface({ input: process.stdin })) {
    if (line.trim() === "") continue;
    const request = JSON.parse(line);
    input = Buffer.from(request.stdin || "");
    const reply = await ask(request);
    process.stdout.write(JSON.stringify({
      code: reply.code, stdout: reply.stdout || "", stderr: (reply.stderr || "") + (reply.message || ""),
      outputFiles: reply.outputFiles || {},
    }) + "\n");
  }
}

main();
