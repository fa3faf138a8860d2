import type { Scope } from '../../../kernel/scope.ts'
import { transact } from '../../../kernel/transaction.ts'
import { URL_TABLES, type UrlTable } from './columns.ts'
import { convertBatch, noteConverted, noteFormerUrl, readUrlsToConvert } from './queries.ts'

/** Keys of one batch, which is one transaction. */
const BATCH_SIZE = 500

/** Told of each batch: the table, and how many of its rows have been converted so far. */
type TellProgress = (table: string, rows: number) => void

/**
 * Converts the URLs of this server that rows of earlier versions hold in full to paths, until none is left; from then on this
 * is one query. What was begun and not finished goes on with the rows that are left.
 */
export async function convertDueUrls(scope: Scope): Promise<void> {
  if (scope.now < scope.rules.pathsStoredFrom) return
  const urls = await readUrlsToConvert(scope)
  if (urls.length === 0) return
  const rows = await convertUrls(scope, urls)
  if (rows > 0) scope.log.info({ urls, rows }, 'the URLs of this server are now stored as paths')
}

/**
 * Converts the URLs of a host that the server had to paths, wherever they are stored, and notes that it had it. Answers the
 * number of rows. Can run while the server does, and again.
 */
export async function convertFormerUrl(scope: Scope, url: string, tell: TellProgress): Promise<number> {
  await noteFormerUrl(scope, url)
  return convertUrls(scope, [url], tell)
}

async function convertUrls(scope: Scope, urls: readonly string[], tell: TellProgress = () => {}): Promise<number> {
  let rows = 0
  for (const table of URL_TABLES) rows += await convertTable(scope, table, { urls, tell })
  await noteConverted(scope, urls, scope.clock.now())
  return rows
}

interface Conversion {
  readonly urls: readonly string[]
  readonly tell: TellProgress
}

async function convertTable(scope: Scope, table: UrlTable, { urls, tell }: Conversion): Promise<number> {
  let rows = 0
  for (let after: string | null = ''; after !== null; ) {
    const batch = { urls, after, size: BATCH_SIZE }
    // Repeated after a deadlock with an act that changes the same rows.
    const done: Awaited<ReturnType<typeof convertBatch>> = await transact(scope, (tx) => convertBatch(tx, table, batch))
    rows += done.count
    after = done.last
    if (done.count > 0) tell(table.table, rows)
  }
  return rows
}
