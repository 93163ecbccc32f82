import { AppCode, AppSecret, RecoveryCodes, SecondStepChoice, SecondStepRule } from '#domain/second-step.ts'
import type { Deps } from '#src/deps.ts'
import { conflict, invalid } from '#src/errors.ts'
import { ById } from '#src/http/ids.ts'
import { createRateLimit } from '#src/http/rate-limit.ts'
import { DONE, Done } from '#src/http/route.ts'
import { findParty } from '#src/passkeys/relying-party.ts'
import { countPasskeys } from '#src/passkeys/store.ts'
import { route } from '#src/route.ts'
import {
  beginApp,
  confirmApp,
  isSecondStepRequired,
  refuseLastStep,
  removeApp,
  renewRecoveryCodes,
  requireSecondStep,
  resetSecondStep,
} from './store.ts'
import { appAddress } from './totp.ts'

const APP = '/api/admin/account/app'

/** First codes that one user may try: whoever adds an app has it in hand. */
const CONFIRMATIONS = { attempts: 10, seconds: 300 }

const WRONG = "This code is not right. Please check that the clock of the app's device is."

/** One's own second step, and whether everyone needs one. */
export function secondStepRoutes({ db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>) {
  const confirmations = createRateLimit(CONFIRMATIONS)
  const isFixed = config.requireSecondStep
  return [
    route({
      method: 'POST',
      path: APP,
      access: 'read',
      needsProof: true,
      beforeSecondStep: true,
      summary: 'Begin to add an authenticator app',
      note: 'The secret counts once a code of the app has been confirmed.',
      status: 201,
      answer: AppSecret,
      handle: async ({ user }) => {
        const secret = await beginApp(db, user.id)
        return { secret, address: appAddress(secret, { issuer: config.siteName, label: user.username }) }
      },
    }),
    route({
      method: 'POST',
      path: `${APP}/confirm`,
      access: 'read',
      needsProof: true,
      beforeSecondStep: true,
      body: AppCode,
      summary: 'Confirm an authenticator app by its first code',
      note: 'Answers recovery codes, this once.',
      answer: RecoveryCodes,
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
      needsProof: true,
      summary: "Remove one's own authenticator app, and its recovery codes",
      answer: Done,
      handle: async ({ user, actor, call }) => {
        await refuseLastStep(db, await countPasskeys(db, user.id, findParty(config, call)))
        await removeApp(db, actor, user.id, now())
        return DONE
      },
    }),
    route({
      method: 'POST',
      path: '/api/admin/account/recovery-codes',
      access: 'read',
      needsProof: true,
      summary: 'Make new recovery codes in place of the former ones',
      status: 201,
      answer: RecoveryCodes,
      handle: async ({ user, actor }) => ({
        recoveryCodes: await renewRecoveryCodes(db, actor, user.id, now()),
      }),
    }),
    route({
      method: 'POST',
      path: '/api/admin/users/:id/reset-second-step',
      access: 'users.write',
      needsProof: true,
      params: ById,
      summary: 'Remove the second step of an administrator who has lost it',
      answer: Done,
      handle: async ({ actor, params: { id } }) => {
        await resetSecondStep(db, actor, id, now())
        return DONE
      },
    }),
    route({
      method: 'GET',
      path: '/api/admin/second-step',
      access: 'read',
      summary: 'Ask whether everyone needs a second step',
      answer: SecondStepRule,
      handle: async () => ({ isRequired: await isSecondStepRequired(db), isFixed }),
    }),
    route({
      method: 'PUT',
      path: '/api/admin/second-step',
      access: 'users.write',
      needsProof: true,
      body: SecondStepChoice,
      summary: 'Require a second step of everyone, or no longer',
      answer: SecondStepRule,
      handle: async ({ actor, body: { isRequired } }) => {
        if (isFixed && !isRequired) throw conflict('The server was started with --require-second-step')
        await requireSecondStep(db, actor, isRequired, now())
        return { isRequired, isFixed }
      },
    }),
  ]
}
