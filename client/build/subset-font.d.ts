declare module "subset-font" {
  /** Cuts a font down to the letters of a text. */
  export default function subset(
    font: Buffer,
    text: string,
    options: { targetFormat: "woff2" },
  ): Promise<Buffer>;
}
