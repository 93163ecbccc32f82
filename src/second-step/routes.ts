import { Elysia } from 'elysia'
import { AppCode, AppSecret, RecoveryCodes, SecondStepChoice, SecondStepRule } from '#domain/second-step.ts'
import type { Deps } from '#src/deps.ts'
import { conflict, invalid } from '#src/errors.ts'
import { answers, DONE, Done } from '#src/http/answers.ts'
import { IdParams } from '#src/http/id-params.ts'
import { findRelyingParty } from '#src/passkeys/relying-party.ts'
import type { Access } from '#src/sessions/access.ts'
import { isSecondStepRequired } from './requirement.ts'
import {
  confirmApp,
  removeApp,
  renewRecoveryCodes,
  resetSecondStep,
  setSecondStepRequired,
  startAddingApp,
} from './store.ts'
import { otpauthUri } from './totp.ts'

const APP = '/api/admin/account/app'

const WRONG = "This code is wrong. Please check that your device's clock is correct."

export function secondStepRoutes(
  { db, now, config, sharedLimits }: Pick<Deps, 'db' | 'now' | 'config' | 'sharedLimits'>,
  access: Access,
) {
  const isFixed = config.requireSecondStep
  return new Elysia()
    .use(access)
    .post(
      APP,
      async ({ status, user, actor }) => {
        const secret = await startAddingApp(db, actor, user.id)
        return status(
          201,
          await { secret, address: otpauthUri(secret, { issuer: config.siteName, label: user.username }) },
        )
      },
      {
        access: { permission: 'read', proof: 'explicit', beforeSecondStep: true },
        response: { 201: answers(AppSecret) },
        detail: {
          summary: 'Start adding an authenticator app',
          description: 'The secret becomes active once you confirm a code.',
        },
      },
    )
    .post(
      `${APP}/confirm`,
      async ({ user, actor, body: { code } }) => {
        await sharedLimits.take([{ of: 'appConfirmationsOfUser', key: String(user.id) }])
        const recoveryCodes = await confirmApp(db, actor, user.id, code, now())
        if (recoveryCodes === null) throw invalid(WRONG, { code: WRONG })
        return { recoveryCodes }
      },
      {
        access: { permission: 'read', proof: 'explicit', beforeSecondStep: true },
        body: AppCode,
        response: answers(RecoveryCodes),
        detail: {
          summary: 'Confirm an authenticator app with its first code',
          description: "Returns recovery codes; they can't be read again.",
        },
      },
    )
    .delete(
      APP,
      async ({ user, actor, call }) => {
        const rpId = findRelyingParty(config, call)?.id ?? null
        await removeApp(db, actor, { userId: user.id, rpId }, now())
        return DONE
      },
      {
        access: { permission: 'read', proof: 'explicit' },
        response: answers(Done),
        detail: { summary: 'Remove your authenticator app and its recovery codes' },
      },
    )
    .post(
      '/api/admin/account/recovery-codes',
      async ({ status, user, actor }) =>
        status(
          201,
          await {
            recoveryCodes: await renewRecoveryCodes(db, actor, user.id, now()),
          },
        ),
      {
        access: { permission: 'read', proof: 'explicit' },
        response: { 201: answers(RecoveryCodes) },
        detail: { summary: 'Replace your recovery codes' },
      },
    )
    .post(
      '/api/admin/users/:id/reset-second-step',
      async ({ actor, params: { id } }) => {
        await resetSecondStep(db, actor, id, now())
        return DONE
      },
      {
        access: { permission: 'users.write', proof: 'explicit' },
        params: IdParams,
        response: answers(Done),
        detail: { summary: 'Reset the second step of an administrator' },
      },
    )
    .get('/api/admin/second-step', async () => ({ isRequired: await isSecondStepRequired(db), isFixed }), {
      access: 'read',
      response: answers(SecondStepRule),
      detail: { summary: 'Read the second-step requirement' },
    })
    .put(
      '/api/admin/second-step',
      async ({ actor, body: { isRequired } }) => {
        if (isFixed && !isRequired)
          throw conflict(
            'This requirement was set at startup with --require-second-step and can’t be turned off here',
          )
        await setSecondStepRequired(db, actor, isRequired, now())
        return { isRequired, isFixed }
      },
      {
        access: { permission: 'users.write', proof: 'explicit' },
        body: SecondStepChoice,
        response: answers(SecondStepRule),
        detail: { summary: 'Turn the second-step requirement on or off' },
      },
    )
}
