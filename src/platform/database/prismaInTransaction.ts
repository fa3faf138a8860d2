import type { PrismaPg } from '@prisma/adapter-pg'
import type { Pool, PoolClient } from 'pg'
import type { Db, Tx } from '../../kernel/database.ts'
import type { WatchStatement } from './statement.ts'

/** What Prisma sends to begin and end its transactions. */
const TRANSACTION_CONTROL = /^(BEGIN|COMMIT|ROLLBACK|SET TRANSACTION .*)$/
const NOTHING_DONE = { fields: [], rows: [], rowCount: 0 }

/** A connection on which neither Prisma's transaction nor its release ends the transaction that is open already. */
const joinable = (connection: PoolClient, watched: Watched): PoolClient =>
  Object.assign(Object.create(connection), {
    query: (statement: { readonly text: string }) =>
      TRANSACTION_CONTROL.test(statement.text)
        ? Promise.resolve(NOTHING_DONE)
        : watched(statement.text, () => connection.query(statement)),
    release() {},
  })

/** Prisma in a transaction that was begun without it. */
export interface PrismaInTransaction {
  readonly db: Tx
  /** Ends Prisma's part, before the transaction itself ends. Throws if Prisma has ended it by its own time limit. */
  end(): Promise<void>
}

/** Runs calls of Prisma in transactions that the driver has begun on connections of a pool. */
interface PrismaJoiner {
  /** The pool for Prisma's adapter. */
  readonly pool: Pool
  /** Changes an adapter on that pool so that it begins joined transactions on the connections of the open ones. */
  adapt(adapter: PrismaPg): PrismaPg
  /** Prisma on the connection of an open transaction. It takes part from the first call on. */
  join(client: Db, connection: PoolClient): PrismaInTransaction
}

/** The level of PostgreSQL's transactions by default. Only joined transactions name one, by which the adapter knows them. */
const ISOLATION_LEVEL = 'ReadCommitted'

/** The transaction that Prisma's adapter is to join next. Prisma does not pass it to the adapter. */
interface NextJoin {
  /** The connection of the transaction that Prisma was asked to join. */
  asked: PoolClient | undefined
  /** That connection while the adapter asks the pool for one. */
  connecting: PoolClient | undefined
}

/**
 * A transaction of Prisma costs several times as much CPU time as one of the driver, which many acts can do with alone. So
 * transactions are the driver's, and Prisma joins one when it is first called in it. Joins run one after the other, so that the
 * adapter knows the connection of the next one; a join waits for no answer of the database.
 */
export function createPrismaJoiner(pool: Pool, watch?: WatchStatement): PrismaJoiner {
  const next: NextJoin = { asked: undefined, connecting: undefined }
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <R>(begin: () => Promise<R>): Promise<R> => {
    const begun = turn.then(begin)
    turn = begun.catch(() => {})
    return begun
  }
  return {
    pool: joinablePool(pool, next, watchedBy(watch)),
    adapt: (factory) => adaptJoins(factory, next),
    join: (client, connection) => {
      const begin = (run: (tx: Tx) => Promise<void>) => {
        next.asked = connection
        return client.$transaction(run, { isolationLevel: ISOLATION_LEVEL })
      }
      const { tx, end } = joinedLater(begin, inTurn)
      return { db: callsAfter(client, tx), end }
    },
  }
}

/** Runs a statement, of which the watch is told. */
type Watched = <R>(text: string, run: () => Promise<R>) => Promise<R>

const watchedBy =
  (watch: WatchStatement | undefined): Watched =>
  async (text, run) => {
    const noteEnd = watch?.(text)
    try {
      const result = await run()
      noteEnd?.()
      return result
    } catch (error) {
      noteEnd?.(error)
      throw error
    }
  }

function joinablePool(pool: Pool, next: NextJoin, watched: Watched): Pool {
  const connect = (...callback: Parameters<Pool['connect']>) => {
    const open = next.connecting
    next.connecting = undefined
    return open ? Promise.resolve(joinable(open, watched)) : pool.connect(...callback)
  }
  const query = (statement: { readonly text: string }, values: unknown[]) =>
    watched(statement.text, () => pool.query(statement, values))
  return Object.assign(Object.create(pool), { connect, query })
}

function adaptJoins(factory: PrismaPg, next: NextJoin): PrismaPg {
  const open = factory.connect.bind(factory)
  const connect = async () => {
    const adapter = await open()
    const start = adapter.startTransaction.bind(adapter)
    const startTransaction: typeof start = (level) => {
      if (level) [next.connecting, next.asked] = [next.asked, undefined]
      return start(level)
    }
    return Object.assign(adapter, { startTransaction })
  }
  return Object.assign(factory, { connect })
}

/** A transaction of Prisma that begins, in its turn, when `tx` is first called, and lasts until `end`. */
function joinedLater(
  begin: (run: (tx: Tx) => Promise<void>) => Promise<void>,
  inTurn: <R>(begin: () => Promise<R>) => Promise<R>,
) {
  let joined: Promise<Tx> | undefined
  let ended: Promise<void> | undefined
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const begun = () =>
    new Promise<Tx>((resolve, reject) => {
      ended = begin((tx) => {
        resolve(tx)
        return finished
      })
      ended.catch(reject)
    })
  return {
    tx: () => (joined ??= inTurn(begun)),
    async end() {
      finish()
      await joined
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
