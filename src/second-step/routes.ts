import { AppCode, AppSecret, RecoveryCodes, SecondStepChoice, SecondStepRule } from '#domain/second-step.ts'
import type { Deps } from '#src/deps.ts'
import { conflict, invalid } from '#src/errors.ts'
import { IdParams } from '#src/http/id-params.ts'
import { DONE, Done } from '#src/http/route.ts'
import { findRelyingParty } from '#src/passkeys/relying-party.ts'
import { route } from '#src/route.ts'
import {
  confirmApp,
  isSecondStepRequired,
  removeApp,
  renewRecoveryCodes,
  resetSecondStep,
  setSecondStepRequired,
  startAddingApp,
} from './store.ts'
import { otpauthUri } from './totp.ts'

const APP = '/api/admin/account/app'

/** Per user; people who add an app have it at hand. */
const CONFIRMATIONS = { attempts: 10, seconds: 300 }

const WRONG = "This code is wrong. Please check that your device's clock is correct."

export function secondStepRoutes({
  db,
  now,
  config,
  sharedLimits,
}: Pick<Deps, 'db' | 'now' | 'config' | 'sharedLimits'>) {
  const confirmations = sharedLimits.window('app confirmations', CONFIRMATIONS)
  const isFixed = config.requireSecondStep
  return [
    route({
      method: 'POST',
      path: APP,
      access: 'read',
      needsProof: 'explicit',
      beforeSecondStep: true,
      summary: 'Start adding an authenticator app',
      note: 'The secret becomes active once you confirm a code.',
      status: 201,
      response: AppSecret,
      handle: async ({ user }) => {
        const secret = await startAddingApp(db, user.id)
        return { secret, address: otpauthUri(secret, { issuer: config.siteName, label: user.username }) }
      },
    }),
    route({
      method: 'POST',
      path: `${APP}/confirm`,
      access: 'read',
      needsProof: 'explicit',
      beforeSecondStep: true,
      body: AppCode,
      summary: 'Confirm an authenticator app with its first code',
      note: "Returns recovery codes; they can't be read again.",
      response: RecoveryCodes,
      handle: async ({ user, actor, body: { code } }) => {
        await confirmations.take(String(user.id))
        const recoveryCodes = await confirmApp(db, actor, user.id, code, now())
        if (recoveryCodes === null) throw invalid(WRONG, { code: WRONG })
        return { recoveryCodes }
      },
    }),
    route({
      method: 'DELETE',
      path: APP,
      access: 'read',
      needsProof: 'explicit',
      summary: 'Remove your authenticator app and its recovery codes',
      response: Done,
      handle: async ({ user, actor, call }) => {
        const rpId = findRelyingParty(config, call)?.id ?? null
        await removeApp(db, actor, { userId: user.id, rpId }, now())
        return DONE
      },
    }),
    route({
      method: 'POST',
      path: '/api/admin/account/recovery-codes',
      access: 'read',
      needsProof: 'explicit',
      summary: 'Replace your recovery codes',
      status: 201,
      response: RecoveryCodes,
      handle: async ({ user, actor }) => ({
        recoveryCodes: await renewRecoveryCodes(db, actor, user.id, now()),
      }),
    }),
    route({
      method: 'POST',
      path: '/api/admin/users/:id/reset-second-step',
      access: 'users.write',
      needsProof: 'explicit',
      params: IdParams,
      summary: 'Reset the second step of an administrator',
      response: Done,
      handle: async ({ actor, params: { id } }) => {
        await resetSecondStep(db, actor, id, now())
        return DONE
      },
    }),
    route({
      method: 'GET',
      path: '/api/admin/second-step',
      access: 'read',
      summary: 'Read the second-step requirement',
      response: SecondStepRule,
      handle: async () => ({ isRequired: await isSecondStepRequired(db), isFixed }),
    }),
    route({
      method: 'PUT',
      path: '/api/admin/second-step',
      access: 'users.write',
      needsProof: 'explicit',
      body: SecondStepChoice,
      summary: 'Turn the second-step requirement on or off',
      response: SecondStepRule,
      handle: async ({ actor, body: { isRequired } }) => {
        if (isFixed && !isRequired)
          throw conflict(
            'This requirement was set at startup with --require-second-step and can’t be turned off here',
          )
        await setSecondStepRequired(db, actor, isRequired, now())
        return { isRequired, isFixed }
      },
    }),
  ]
}
