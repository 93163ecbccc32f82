/** Commands, flags with their dashes, and variables of former releases; each with a sentence for those who still use it. */
export const REMOVED: ReadonlyMap<string, string> = new Map([
  [
    'audit',
    "passwright audit was removed. Each entry of the audit log is also a line of the server's log: ship that log to another machine.",
  ],
  ['completion', 'passwright completion was removed. Delete the scripts that it printed for your shell.'],
])
