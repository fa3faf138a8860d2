import { invalid } from '../../../kernel/failure.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { loggingPasswordRefusal } from './refusals.ts'
import { verifyPassword } from './signIn.ts'

/** Throws `invalid` without the current password. */
export function assertPasswordGiven(currentPassword: string | undefined): asserts currentPassword is string {
  if (!currentPassword) throw invalid('currentPassword', '"Current password is required"', 'current_password_required')
}

/** Throws `invalid` for a missing or wrong password, `exhausted` beyond the limit of failed logins. */
export async function assertCurrentPassword(scope: ViewerScope, currentPassword: string | undefined): Promise<void> {
  assertPasswordGiven(currentPassword)
  const { id } = scope.viewer
  const account = await scope.db.account.findUnique({ where: { userId: id } })
  await loggingPasswordRefusal(scope, id, async () => {
    const verified = await verifyPassword(scope, { accountKey: id, isTrusted: false }, account, [currentPassword])
    if (!verified) throw invalid('currentPassword', '"Current password is wrong"', 'current_password_wrong')
  })
}
