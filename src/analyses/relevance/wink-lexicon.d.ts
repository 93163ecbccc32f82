declare module 'wink-lexicon/src/lexicon.js' {
  /** Penn Treebank tags by English word, most frequent first. */
  const lexicon: Record<string, string[]>
  export default lexicon
}
