import { DAY } from '../../kernel/clock.ts'
import { readLastBackup } from '../../platform/lastBackup.ts'
import { type Check, ok, warn, withOpenDatabase } from './check.ts'

/** Days after which a backup is old. */
const WANTED = 2

/** No finding outside production, where nothing needs to be kept. */
export const backupCheck: Check = {
  name: 'backup',
  needs: ['DATABASE_URL', 'NODE_ENV'],
  look: async (site) => (site.settings.NODE_ENV === 'production' ? findLastBackup(site) : []),
}

const findLastBackup = withOpenDatabase(async ({ pool }, { clock }) => {
  const at = await readLastBackup(pool)
  if (!at)
    return [warn('No backup was made by this server’s own command. Make one each day, or see that another tool does.')]
  const days = (clock.now().getTime() - at.getTime()) / DAY
  const told = `The last backup was finished at ${at.toISOString()}.`
  return [days > WANTED ? warn(`${told} Make one each day.`) : ok(told)]
})
