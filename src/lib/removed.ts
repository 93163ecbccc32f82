/** Commands, flags with their dashes, and variables of former releases; each with a sentence for those who still use it. */
export const REMOVED: ReadonlyMap<string, string> = new Map([
  [
    'audit',
    "passwright audit was removed. Each entry of the audit log is also a line of the server's log: ship that log to another machine.",
  ],
  ...[
    ...['--database-read-url', 'DATABASE_READ_URL', 'DATABASE_READ_URL_FILE'],
    ...['--database-read-token', 'DATABASE_READ_TOKEN', 'DATABASE_READ_TOKEN_FILE'],
  ].map((name) => [name, `${name} was removed. Everything is read from DATABASE_URL.`] as const),
  ['completion', 'passwright completion was removed. Delete the scripts that it printed for your shell.'],
])
