import type { PrismaPg } from '@prisma/adapter-pg'
import type { Pool, PoolClient } from 'pg'
import type { Db, Tx } from '../../kernel/database.ts'

/** What Prisma sends to begin and end its transactions. */
const TRANSACTION_CONTROL = /^(BEGIN|COMMIT|ROLLBACK|SET TRANSACTION .*)$/
const NOTHING_DONE = { fields: [], rows: [], rowCount: 0 }

/** A connection on which neither Prisma's transaction nor its release ends the transaction that is open already. */
const joinable = (connection: PoolClient): PoolClient =>
  Object.assign(Object.create(connection), {
    query: (statement: { readonly text: string }) =>
      TRANSACTION_CONTROL.test(statement.text) ? Promise.resolve(NOTHING_DONE) : connection.query(statement),
    release() {},
  })

/** Prisma in a transaction that was begun without it. */
export interface PrismaInTransaction {
  readonly db: Tx
  /** Ends Prisma's part, before the transaction itself ends. Throws if Prisma has ended it by its own time limit. */
  end(): Promise<void>
}

/** Lets Prisma take part in transactions of a pool. */
export interface PrismaJoiner {
  /** The pool for Prisma's adapter. */
  readonly pool: Pool
  /** Changes an adapter on that pool so that it begins joined transactions on the connections of the open ones. */
  adapt(adapter: PrismaPg): PrismaPg
  /** Prisma on the connection of an open transaction. It takes part from the first call on. */
  join(client: Db, connection: PoolClient): PrismaInTransaction
}

/** The level of PostgreSQL's transactions by default. Only joined transactions name one, by which the adapter knows them. */
const ISOLATION_LEVEL = 'ReadCommitted'

/**
 * A transaction of Prisma costs several times as much CPU time as one of the driver, which many acts can do with alone. So
 * transactions are the driver's, and Prisma joins when it is first called. Its adapter does not learn which transaction it
 * begins, so that one is joined at a time: that needs no answer of the database.
 */
export function createPrismaJoiner(pool: Pool): PrismaJoiner {
  let joining: PoolClient | undefined
  let connecting: PoolClient | undefined
  let turn: Promise<unknown> = Promise.resolve()

  const connect = (...callback: Parameters<Pool['connect']>) => {
    const open = connecting
    connecting = undefined
    return open ? Promise.resolve(joinable(open)) : pool.connect(...callback)
  }
  const begin = (client: Db, connection: PoolClient, run: (tx: Tx) => Promise<void>) => {
    joining = connection
    return client.$transaction(run, { isolationLevel: ISOLATION_LEVEL })
  }
  return {
    pool: Object.assign(Object.create(pool), { connect }),
    adapt(factory) {
      const open = factory.connect.bind(factory)
      return Object.assign(factory, {
        async connect() {
          const adapter = await open()
          const start = adapter.startTransaction.bind(adapter)
          return Object.assign(adapter, {
            startTransaction(level: Parameters<typeof start>[0]) {
              if (level) [connecting, joining] = [joining, undefined]
              return start(level)
            },
          })
        },
      })
    },
    join(client, connection) {
      let joined: Promise<Tx> | undefined
      let ended: Promise<void> | undefined
      let finish = () => {}
      const finished = new Promise<void>((resolve) => {
        finish = resolve
      })
      const begun = () =>
        new Promise<Tx>((resolve, reject) => {
          ended = begin(client, connection, (tx) => {
            resolve(tx)
            return finished
          })
          ended.catch(reject)
        })
      const joinInTurn = () => {
        joined ??= turn.then(begun)
        turn = joined.catch(() => {})
        return joined
      }
      return {
        db: callsAfter(client, joinInTurn),
        async end() {
          finish()
          await joined
          await ended
        },
      }
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
