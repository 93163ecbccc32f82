declare module 'wink-lexicon/src/lexicon.js' {
  /** English words with their parts of speech (Penn Treebank tags), the most frequent first. */
  const lexicon: Record<string, string[]>
  export default lexicon
}
