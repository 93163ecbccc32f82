/** Commands and flags of former releases as typed, and variables; each with a sentence for those who still use it. */
export const REMOVED: ReadonlyMap<string, string> = new Map([
  ['completion', 'passwright completion was removed. Delete the scripts that it printed for your shell.'],
])
