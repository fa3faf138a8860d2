import type { ServerNode } from '../../../generated/prisma/client.ts'
import { MINUTE } from '../../../kernel/clock.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { Id } from '../../../kernel/ids.ts'
import { type KeysetPage, keysetOrder, keysetWhere, type TimeKey } from '../../../kernel/page.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { staffAct } from '../../audit/staffAct.ts'
import { nodeCheckRequested } from '../events.ts'
import { canReadOperations } from '../policy.ts'

/** A process reports once a minute. */
const ALIVE = 2.5 * MINUTE

export const isAlive = ({ seenAt }: Pick<ServerNode, 'seenAt'>, now: Date): boolean =>
  now.getTime() - seenAt.getTime() < ALIVE

/** Reads the processes of the server that have reported in the last day, those that have started last first. */
export const readNodes = ({ db }: Scope, page: KeysetPage<TimeKey>): Promise<ServerNode[]> =>
  db.serverNode.findMany({
    where: { AND: keysetWhere(page, ['startedAt', 'id']) },
    orderBy: keysetOrder(page, ['startedAt', 'id']),
    take: page.limit,
  })

/** Reads processes by their ids; none for people without `operations`. */
export const findNodes = async (scope: Scope, ids: readonly string[]): Promise<ServerNode[]> =>
  canReadOperations(scope) ? scope.db.serverNode.findMany({ where: { id: { in: [...ids] } } }) : []

/**
 * Lets a process run its checks at once. What they find is stored when they are done. Throws `forbidden`, `missing` for an
 * unknown process, `conflict` for one that is not seen any more.
 */
export const requestNodeCheck = (scope: ViewerScope, id: Id<'serverNode'>): Promise<ServerNode> =>
  staffAct(scope, 'checkNode', async (tx) => {
    const result = await tx.db.serverNode.findUnique({ where: { id } })
    if (!result) throw new Failure('missing', 'There is no such process', { reason: 'node_not_found' })
    if (!isAlive(result, tx.now))
      throw new Failure('conflict', 'This process is not seen any more', { reason: 'node_gone' })
    tx.emit(nodeCheckRequested(id))
    return { subjectId: id, details: { host: result.host, pid: result.pid }, result }
  })
