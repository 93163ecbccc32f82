declare module 'stopwords-iso' {
  /** Some sixty lists by ISO 639-1. */
  const lists: Record<string, string[]>
  export default lists
}
