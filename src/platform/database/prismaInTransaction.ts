import { AsyncLocalStorage } from 'node:async_hooks'
import type { Pool, PoolClient } from 'pg'
import type { Db, Tx } from '../../kernel/database.ts'

/** The connection of the transaction that a transaction of Prisma is being started for. */
const connectionToJoin = new AsyncLocalStorage<PoolClient>()

/** What Prisma sends to begin and end its transactions. */
const TRANSACTION_CONTROL = new Set(['BEGIN', 'COMMIT', 'ROLLBACK'])
const NOTHING_DONE = { fields: [], rows: [], rowCount: 0 }

/** A connection on which neither Prisma's transaction nor its release ends the transaction that is open already. */
const joinable = (connection: PoolClient): PoolClient =>
  Object.assign(Object.create(connection), {
    query: (statement: { readonly text: string }) =>
      TRANSACTION_CONTROL.has(statement.text) ? Promise.resolve(NOTHING_DONE) : connection.query(statement),
    release() {},
  })

/** The pool for Prisma's adapter: a transaction that was started by `prismaOn` gets the connection of the open one. */
export function poolForPrisma(pool: Pool): Pool {
  const connect = (...callback: Parameters<Pool['connect']>) => {
    const open = connectionToJoin.getStore()
    return open ? Promise.resolve(joinable(open)) : pool.connect(...callback)
  }
  return Object.assign(Object.create(pool), { connect })
}

/** Prisma in a transaction that was begun without it. */
export interface PrismaInTransaction {
  readonly db: Tx
  /** Ends Prisma's part, before the transaction itself ends. Throws if Prisma has ended it by its own time limit. */
  end(): Promise<void>
}

/**
 * Prisma on the connection of an open transaction. It takes part from the first call on: a transaction of Prisma costs
 * several times as much CPU time as one of the driver, which many acts can do with alone.
 */
export function prismaOn(client: Db, connection: PoolClient): PrismaInTransaction {
  let joined: Promise<Tx> | undefined
  let ended: Promise<unknown> | undefined
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const join = () => {
    joined ??= new Promise<Tx>((resolve, reject) => {
      const run = (tx: Tx) => {
        resolve(tx)
        return finished
      }
      ended = connectionToJoin.run(connection, () => client.$transaction(run))
      ended.catch(reject)
    })
    return joined
  }
  return {
    db: callsAfter(client, join),
    async end() {
      finish()
      await ended
    },
  }
}

/** A client whose calls wait until the transaction was joined. */
function callsAfter(client: Db, join: () => Promise<Tx>): Tx {
  const call =
    (find: (tx: Tx) => object, name: string | symbol) =>
    async (...args: unknown[]) => {
      const owner = find(await join())
      return Reflect.apply(Reflect.get(owner, name), owner, args)
    }
  const membersOf = <T extends object>(target: T, find: (tx: Tx) => object): ProxyHandler<T> => ({
    get: (_, name) => (typeof Reflect.get(target, name) === 'function' ? call(find, name) : modelOf(name)),
  })
  const modelOf = (name: string | symbol) => {
    const model = Reflect.get(client, name)
    return new Proxy(
      model,
      membersOf(model, (tx) => Reflect.get(tx, name)),
    )
  }
  return new Proxy(
    client,
    membersOf(client, (tx) => tx),
  )
}
