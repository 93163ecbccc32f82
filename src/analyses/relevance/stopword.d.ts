declare module 'stopword' {
  /** One of some sixty lists, each exported under its language's ISO 639-3 code; functions are exported beside them. */
  export const eng: string[]
}
