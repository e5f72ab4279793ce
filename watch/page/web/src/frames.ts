// The frames of a stream of steps: uint32 length, little-endian, then the
// payload, whose first byte is its type.

import type { SearchState } from "./api";

/** The most bytes of a frame; a longer one is no frame. */
const most = 64 << 20;

export interface FrameHandler {
  records(words: Int32Array): void;
  state(s: SearchState): void;
}

/** Puts frames together from the pieces in which they arrive. */
export class FrameReader {
  private rest = new Uint8Array(0);

  constructor(private readonly handler: FrameHandler) {}

  /** Takes the next piece. Throws if what arrives is no stream of frames. */
  push(piece: Uint8Array): void {
    let bytes = piece;
    if (this.rest.length > 0) {
      bytes = new Uint8Array(this.rest.length + piece.length);
      bytes.set(this.rest);
      bytes.set(piece, this.rest.length);
    }
    let at = 0;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    while (bytes.length - at >= 4) {
      const length = view.getUint32(at, true);
      if (length === 0 || length > most) throw new RangeError(`frame of ${length} bytes`);
      if (bytes.length - at - 4 < length) break;
      this.frame(bytes.subarray(at + 4, at + 4 + length));
      at += 4 + length;
    }
    this.rest = bytes.slice(at);
  }

  private frame(payload: Uint8Array): void {
    if (payload[0] === 1) {
      const bytes = payload.subarray(4);
      if (bytes.length % 32 !== 0) throw new RangeError(`records of ${bytes.length} bytes`);
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const words = new Int32Array(bytes.length / 4);
      for (let i = 0; i < words.length; i++) words[i] = view.getInt32(4 * i, true);
      this.handler.records(words);
    } else if (payload[0] === 2) {
      this.handler.state(JSON.parse(new TextDecoder().decode(payload.subarray(1))) as SearchState);
    }
  }
}
