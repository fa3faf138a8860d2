import { later, MINUTE } from '../../kernel/clock.ts'
import { isId, type UserId } from '../../kernel/ids.ts'
import { type Outside, platformScope, type Scope } from '../../kernel/scope.ts'
import { transact } from '../../kernel/transaction.ts'
import { putOut } from './leaving.ts'

/** People of one batch. */
const BATCH = 500
/** Another node may not have told yet of a sign of life that came with the entering. */
const GRACE = 2 * MINUTE

/** Takes people out of where they were who are not here any more. Answers how many. */
export async function takeOutAway(scope: Scope): Promise<number> {
  let out = 0
  for (let after = ''; ; ) {
    const inside = await scope.client.occupant.findMany({
      where: { userId: { gt: after }, joinedAt: { lte: later(scope.now, -GRACE) } },
      orderBy: { userId: 'asc' },
      take: BATCH,
      select: { userId: true },
    })
    out += await takeOutIfAway(
      scope,
      inside.map(({ userId }) => userId),
    )
    after = inside.at(-1)?.userId ?? ''
    if (inside.length < BATCH) return out
  }
}

async function takeOutIfAway(scope: Scope, userIds: readonly string[]): Promise<number> {
  const people = userIds.filter((id) => isId('user', id))
  const standings = await scope.presence.standings(people, scope.now)
  const away = people.filter((id) => standings.get(id) === 'offline')
  if (away.length === 0) return 0
  return transact(scope, (open) => putOut(open, { userIds: away, before: scope.now }))
}

/** Hears who goes, and takes them out at once; what is missed meanwhile, the job does. Answers how to stop. */
export function watchDepartures(outside: Outside): () => void {
  const leave = async (id: UserId) => {
    const inside = await outside.client.occupant.count({ where: { userId: id } })
    if (inside > 0) await takeOutIfAway(platformScope(outside), [id])
  }
  return outside.events.listen('presence.changed', ({ subject }) => {
    if (!isId('user', subject)) return
    void leave(subject).catch((error: unknown) => {
      outside.log.warn({ err: error }, 'who went away could not be taken out of an instance; the job does it')
    })
  })
}
