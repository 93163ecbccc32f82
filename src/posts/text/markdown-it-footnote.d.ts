declare module 'markdown-it-footnote' {
  export default function addFootnotes(parser: import('./tokens.ts').Parser): void
}
