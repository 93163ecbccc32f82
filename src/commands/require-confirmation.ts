import { StartError } from '#src/errors.ts'

/** Null without a terminal. */
export type Confirm = (question: string) => Promise<boolean | null>

/** Throws StartError unless the answer is yes. */
export async function requireConfirmation(confirm: Confirm, question: string): Promise<void> {
  const answer = await confirm(question)
  if (answer === null) throw new StartError('No terminal to ask for confirmation: use --yes.')
  if (!answer) throw new StartError('Nothing was changed.')
}
