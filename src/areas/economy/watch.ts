import { type Services, systemScope } from '../../kernel/scope.ts'
import { avatarChanged } from '../avatars/events.ts'
import { groupDeleted, groupRoleChanged } from '../groups/events.ts'
import { endSalesOfLost } from './catalogue/tidy.ts'

const LOST_ROLE = `
  SELECT 1 FROM "LicenseGrant" WHERE "forType" = 'groupRole' AND "forId" = $1
    AND NOT EXISTS (SELECT FROM "GroupRole" WHERE id = $1) LIMIT 1`
const LOST_AVATAR = `
  SELECT 1 FROM "Avatar" WHERE id = $1 AND "deletedAt" IS NOT NULL
    AND EXISTS (SELECT FROM "Product" WHERE "avatarIds" @> ARRAY[$1::text]) LIMIT 1`

/**
 * Ends at once what was sold of groups, roles and avatars that are deleted, and takes it off the market. A job does what is
 * missed. Returns a function that stops it.
 */
export function watchSoldThings(services: Services): () => void {
  const { events, read, log } = services
  const run = (work: () => Promise<unknown>) => {
    void work().catch((error: unknown) => {
      log.warn({ err: error }, 'the sales of something that was deleted could not be ended; the job will end them')
    })
  }
  const end = () => endSalesOfLost(systemScope(services))
  const endIf = async (name: string, condition: string, id: string) => {
    if ((await read(name, condition, [id])).length > 0) await end()
  }
  const stops = [
    events.listen(groupDeleted, () => run(end)),
    events.listen(groupRoleChanged, ({ ids }) => run(() => endIf('lost sold role', LOST_ROLE, ids.roleId))),
    events.listen(avatarChanged, ({ subject }) => run(() => endIf('lost sold avatar', LOST_AVATAR, subject))),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
