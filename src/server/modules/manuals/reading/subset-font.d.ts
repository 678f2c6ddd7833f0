declare module 'subset-font' {
  /** A font with only these characters, its axes set; throws for a content that is no font. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { readonly targetFormat: 'truetype'; readonly variationAxes?: Readonly<Record<string, number>> },
  ): Promise<Buffer>;
}
