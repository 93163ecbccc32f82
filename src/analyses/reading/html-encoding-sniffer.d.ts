declare module 'html-encoding-sniffer' {
  /** The name of the encoding by its mark of byte order, else by the header's label, else by its <meta>, else the default. */
  export default function sniff(
    bytes: Uint8Array,
    options: {
      transportLayerEncodingLabel?: string | undefined
      defaultEncoding?: string
      maxPrescanBytes?: number
    },
  ): string
}
