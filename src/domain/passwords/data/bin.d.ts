/** The path of a data file: for Bun with { type: 'file' }. */
declare module '*.bin' {
  const path: string
  export default path
}

/** The address of a data file, for the browser. */
declare module '*.bin?url' {
  const url: string
  export default url
}
