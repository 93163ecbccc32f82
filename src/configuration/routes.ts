import { Elysia } from 'elysia'
import * as z from 'zod/mini'
import { CONFIGURATION_PATH, FIRST_STEPS_PATH, FirstSteps, SettingInForce } from '#domain/configuration.ts'
import type { Deps } from '#src/deps.ts'
import { answers, DONE, Done } from '#src/http/answers.ts'
import type { Access } from '#src/sessions/access.ts'
import { dismissFirstSteps, readFirstSteps } from './first-steps.ts'
import { describeSettings } from './settings-in-force.ts'

export function configurationRoutes(
  deps: Pick<Deps, 'db' | 'config' | 'backups' | 'notices' | 'now'>,
  access: Access,
) {
  const settings = describeSettings(deps.config)
  return new Elysia()
    .use(access)
    .get(CONFIGURATION_PATH, () => settings, {
      access: 'configuration.manage',
      response: answers(z.array(SettingInForce)),
      detail: { summary: 'List the settings in force; secrets are only said to be set' },
    })
    .get(FIRST_STEPS_PATH, ({ user }) => readFirstSteps(deps, user.id), {
      access: 'configuration.manage',
      response: answers(FirstSteps),
      detail: { summary: 'Get which first steps are done' },
    })
    .post(
      `${FIRST_STEPS_PATH}/dismiss`,
      async ({ actor }) => {
        await dismissFirstSteps(deps.db, actor, deps.now())
        return DONE
      },
      {
        access: 'configuration.manage',
        response: answers(Done),
        detail: { summary: 'Hide the first steps from all administrators' },
      },
    )
}
