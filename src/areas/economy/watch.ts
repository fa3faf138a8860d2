import { Prisma } from '../../generated/prisma/client.ts'
import { type Services, systemScope } from '../../kernel/scope.ts'
import { avatarChanged } from '../avatars/events.ts'
import { groupDeleted, groupRoleChanged } from '../groups/events.ts'
import { endSalesOfLost } from './catalogue/tidy.ts'

const lostRole = (id: string) => Prisma.sql`
  SELECT 1 FROM "LicenseGrant" WHERE "forType" = 'groupRole' AND "forId" = ${id}
    AND NOT EXISTS (SELECT FROM "GroupRole" WHERE id = ${id}) LIMIT 1`
const lostAvatar = (id: string) => Prisma.sql`
  SELECT 1 FROM "Avatar" WHERE id = ${id} AND "deletedAt" IS NOT NULL
    AND EXISTS (SELECT FROM "Product" WHERE "avatarIds" @> ARRAY[${id}::text]) LIMIT 1`

/**
 * Ends at once what was sold of groups, roles and avatars that are deleted, and takes it off the market. A job does what is
 * missed. Returns a function that stops it.
 */
export function watchSoldThings(services: Services): () => void {
  const { events, sql, log } = services
  const run = (work: () => Promise<unknown>) => {
    void work().catch((error: unknown) => {
      log.warn({ err: error }, 'the sales of something that was deleted could not be ended; the job will end them')
    })
  }
  const end = () => endSalesOfLost(systemScope(services))
  const endIfAny = async (lost: Prisma.Sql) => {
    if ((await sql(lost)).length > 0) await end()
  }
  const stops = [
    events.listen(groupDeleted, () => run(end)),
    events.listen(groupRoleChanged, ({ ids }) => run(() => endIfAny(lostRole(ids.roleId)))),
    events.listen(avatarChanged, ({ subject }) => run(() => endIfAny(lostAvatar(subject)))),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
