// Pictures and files for the reader to keep.

/** Offers a file for download. */
export function download(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const a = document.createElement("a");
  a.href = url;
  a.download = name;
  document.body.append(a);
  a.click();
  a.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000); // some browsers read it only later
}

/** An SVG picture as a file. */
export function svgBlob(svg: string): Blob {
  return new Blob([svg], { type: "image/svg+xml" });
}

const mostPixels = 16384; // browsers refuse canvases with longer sides

/**
 * Draws an SVG picture, which must state its width and height, as a PNG with scale pixels for each of its own. Where that is
 * more than a canvas can hold, the scale is smaller.
 */
export async function svgToPng(svg: string, scale: number): Promise<Blob> {
  const url = URL.createObjectURL(svgBlob(svg));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    scale = Math.min(scale, mostPixels / image.width, mostPixels / image.height);
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(image.width * scale));
    canvas.height = Math.max(1, Math.round(image.height * scale));
    const g = canvas.getContext("2d");
    if (g === null) throw new Error("this browser gives no canvas to draw on");
    g.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob === null ? reject(new Error("the picture is too large")) : resolve(blob)), "image/png");
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}
