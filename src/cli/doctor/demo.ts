import { demoAccountNames } from '../../areas/accounts/login/demoLogins.ts'
import { type Check, warn, withOpenDatabase } from './check.ts'

/** No finding outside production or without demo accounts. */
export const demoCheck: Check = {
  name: 'demo',
  needs: ['DATABASE_URL', 'NODE_ENV'],
  look: async (site) => (site.settings.NODE_ENV === 'production' ? findDemoAccounts(site) : []),
}

const findDemoAccounts = withOpenDatabase(async (database) => {
  const { rows } = await database.pool.query<{ migrated: boolean }>(
    `SELECT to_regclass('"Account"') IS NOT NULL AS migrated`,
  )
  const accounts = rows[0]?.migrated ? await demoAccountNames(database) : []
  return accounts.map((username) =>
    warn(
      `${username} is a demo account, whose password everybody knows. It can't log in here; end its sessions by: plaza user revoke-sessions ${username}`,
    ),
  )
})
