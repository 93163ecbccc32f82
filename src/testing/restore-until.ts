import { restoreSteps } from '#src/backups/restore.ts'
import { actor } from './actor.ts'

/**
 * `bun restore-until.ts BACKUP FOLDER STEPS`: restores as the command does, and kills its own process after so many
 * steps. Prints what each one was.
 */
const [source = '', dataFolder = '', count = ''] = process.argv.slice(2)
const steps = restoreSteps({ source, dataFolder, by: actor, now: () => new Date() })
for (let done = 0; ; done++) {
  if (done === Number(count)) process.kill(process.pid, 'SIGKILL')
  const step = await steps.next()
  process.stdout.write(`${step.done ? 'done' : step.value}\n`)
  if (step.done) break
}
