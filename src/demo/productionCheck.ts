import { demoAccountNames } from '../areas/accounts/login/demoLogins.ts'
import type { Services } from '../kernel/scope.ts'
import type { Platform } from '../platform/platform.ts'

/** Warns at the start in production of demo accounts, whose password everybody knows. */
export async function warnOfDemoAccounts({ settings, log }: Platform, services: Services): Promise<void> {
  if (settings.NODE_ENV !== 'production') return
  const accounts = await demoAccountNames(services)
  if (accounts.length > 0)
    log.warn({ accounts }, 'the database of a production server has demo accounts, which log in nowhere; delete them')
}
