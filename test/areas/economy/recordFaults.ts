import { addMilliseconds, DAY } from '../../../src/kernel/clock.ts'
import { logIn } from '../../support/users.ts'
import type { Market } from './randomActs.ts'

/** Rows that a list answers at most. */
const PAGE = 100

/** The entries of the accounts of a person, newest first. */
const entriesOf = ({ app }: Market, ownerId: string) =>
  app.scope().db.ledgerEntry.findMany({
    where: { account: { ownerId } },
    include: { account: true, transfer: true },
    orderBy: { id: 'desc' },
  })
type Entry = Awaited<ReturnType<typeof entriesOf>>[number]

const sumOf = (entries: readonly Entry[]) => entries.reduce((sum, { amount }) => sum + Number(amount), 0)
const isEarned = ({ account }: Entry) => account.code.endsWith(':earnings')

/** What REST tells of the tokens of a person, to an admin. */
async function toldOf({ app, admin }: Market, userId: string) {
  const now = app.clock.now()
  const [dateMin, dateMax] = [addMilliseconds(now, -366 * DAY).toISOString(), now.toISOString()]
  const time = { metricDateStart: dateMin, metricDateEnd: dateMax, sellerId: userId }
  const balances = await admin.api.call('getEconomyBalances', { userId })
  const query = { n: String(PAGE), dateMin, dateMax }
  const { transactions } = await admin.api.call('getProductPurchaseHistory', { userId, query })
  const { totals, breakdown } = await admin.api.call('getEarningsMetrics', { query: time })
  return {
    balances,
    history: transactions.map(({ transactionLineId, amount, balance }) => [transactionLineId, amount, balance]),
    earned: totals.totalEarnings,
    parts: breakdown.reduce((sum, { totalEarnings }) => sum + totalEarnings, 0),
  }
}

/** What the ledger says of the same. */
async function expectedOf(market: Market, userId: string) {
  const entries = await entriesOf(market, userId)
  const isOpen = { state: 'open', account: { code: `user:${userId}:standard` } }
  const { _sum } = await market.app.scope().db.ledgerHold.aggregate({ where: isOpen, _sum: { amount: true } })
  const earnings = sumOf(entries.filter(isEarned))
  const standard = sumOf(entries.filter((entry) => !isEarned(entry))) - Number(_sum.amount ?? 0)
  // Sellers of a market are never erased or paid, so that all that entered or left their earnings are sales and refunds.
  const earned = sumOf(entries.filter((entry) => isEarned(entry) && entry.transfer.kind !== 'forfeit'))
  return {
    balances: { balance: standard + earnings, earnings, standard },
    history: entries.slice(0, PAGE).map(({ id, amount, after }) => [Number(id), Number(amount), Number(after)]),
    earned,
    parts: earned,
  }
}

/** People of a market of whom balances, history or earnings do not agree with the ledger; an empty list if all do. */
export async function faultsOfRecords(market: Market): Promise<string[]> {
  const { app, admin, people, listings } = market
  const { db } = app.scope()
  const sellers = await db.listing.findMany({ where: { id: { in: [...listings] } }, select: { sellerId: true } })
  await logIn(admin.api, admin)
  const faults: string[] = []
  for (const userId of new Set([...people.map(({ id }) => String(id)), ...sellers.map(({ sellerId }) => sellerId)])) {
    const [told, expected] = [await toldOf(market, userId), await expectedOf(market, userId)]
    if (JSON.stringify(told) !== JSON.stringify(expected))
      faults.push(`${userId} is told ${JSON.stringify(told)}, and has ${JSON.stringify(expected)}`)
  }
  return faults
}
