import type { Pool, PoolClient } from 'pg'
import type { Db, Sql } from '../../../kernel/database.ts'
import type { ReadAccess } from '../../../kernel/oldReads.ts'
import type { DatabaseAccess } from '../../platform.ts'
import { isDatabaseBusy, isDatabaseDown } from '../connectionErrors.ts'

interface Servers {
  readonly primary: Pick<DatabaseAccess, 'client' | 'sql'>
  readonly replica: Pick<DatabaseAccess, 'client' | 'sql'>
  /** Whether the replica may answer a statement that begins now. */
  readonly isFresh: () => boolean
  /** Told of the error of each statement that the replica has failed. */
  readonly onFailure: (error: unknown) => void
}

type RunOn = <R>(run: (server: Pick<DatabaseAccess, 'client' | 'sql'>) => PromiseLike<R>) => Promise<R>

/**
 * Reads on the replica. A statement that fails there, for whatever reason, is repeated on the primary, and those after it go
 * there at once while the replica is behind or in trouble.
 */
export function replicaAccess({ primary, replica, isFresh, onFailure }: Servers): ReadAccess {
  const run: RunOn = async (work) => {
    if (!isFresh()) return work(primary)
    try {
      return await work(replica)
    } catch (error) {
      onFailure(error)
      return work(primary)
    }
  }
  const client = clientOn(primary.client, run)
  return { client, db: client, sql: sqlOn(run) }
}

const sqlOn = (run: RunOn): Sql =>
  Object.assign(<Row>(...statement: Parameters<Sql>) => run(({ sql }) => sql<Row>(...statement)), {
    custom: <Row>(...statement: Parameters<Sql>) => run(({ sql }) => sql.custom<Row>(...statement)),
  })

const READS = /^(find|count|aggregate|groupBy)/

/** A client whose reads run on either server, and all else on the primary. */
function clientOn(client: Db, run: RunOn): Db {
  const readOf =
    (model: string | symbol, name: string) =>
    (...args: unknown[]) =>
      run(async (server) => {
        const owner: object = Reflect.get(server.client, model)
        return Reflect.apply(Reflect.get(owner, name), owner, args)
      })
  const modelOf = (name: string | symbol, model: object) =>
    new Proxy(model, {
      get: (target, member) =>
        typeof member === 'string' && READS.test(member) ? readOf(name, member) : Reflect.get(target, member),
    })
  const models = new Map<string | symbol, object>()
  return new Proxy(client, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof name === 'symbol' || name.startsWith('$') || name.startsWith('_') || !isModel(member)) return member
      const known = models.get(name) ?? modelOf(name, member)
      models.set(name, known)
      return known
    },
  })
}

const isModel = (member: unknown): member is object =>
  typeof member === 'object' && member !== null && 'findMany' in member

/** Whether a failed statement tells of a server in trouble, rather than of the statement or of a conflict with the replay. */
export const isServerTrouble = (error: unknown) => isDatabaseDown(error) || isDatabaseBusy(error)

/** Ends all connections of a pool at once, and what waits for answers on them: a server that is gone never says so. */
export function makeCutter(pool: Pool): () => void {
  const open = new Set<PoolClient>()
  pool.on('connect', (client) => void open.add(client))
  pool.on('remove', (client) => void open.delete(client))
  return () => {
    for (const { connection } of open) connection.stream.destroy()
  }
}
