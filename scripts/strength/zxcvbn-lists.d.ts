declare module 'zxcvbn/lib/frequency_lists.js' {
  const lists: Record<string, string[]>
  export default lists
}
