declare module '*.bin' {
  const path: string
  export default path
}

declare module '*.bin?url' {
  const url: string
  export default url
}
