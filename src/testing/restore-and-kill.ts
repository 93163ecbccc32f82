import { restoreSteps } from '#src/backups/restore.ts'
import { keyFileOf } from '#src/lib/key-file.ts'
import { actor } from './actor.ts'

/**
 * `bun restore-and-kill.ts BACKUP FOLDER STEPS`: prints each step of a restore and kills its own process after STEPS
 * steps.
 */
const [source = '', dataFolder = '', count = ''] = process.argv.slice(2)
const keyFile = keyFileOf({ dataDir: dataFolder })
const steps = restoreSteps({ source, dataFolder, by: actor, now: () => new Date(), keyFile })
for (let done = 0; ; done++) {
  if (done === Number(count)) process.kill(process.pid, 'SIGKILL')
  const step = await steps.next()
  process.stdout.write(`${step.done ? 'done' : step.value}\n`)
  if (step.done) break
}
