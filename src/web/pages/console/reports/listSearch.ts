import { CLAIMS } from './search.ts'

export const STATUSES = ['OPEN', 'CLOSED'] as const
export const LIST_SORTS = ['WEIGHT', 'CREATED_AT', 'UPDATED_AT'] as const
export const AGES = ['1', '7', '30', '90'] as const

/** What the address of the list of reports says. */
export interface ReportListSearch {
  readonly status?: (typeof STATUSES)[number] | undefined
  /** A type of subject, such as `user`. */
  readonly type?: string | undefined
  readonly claim?: (typeof CLAIMS)[number] | undefined
  /** Days that a report is old at most. */
  readonly age?: (typeof AGES)[number] | undefined
  /** Who has reported. */
  readonly reporterId?: string | undefined
  /** Who was responsible for what is reported. */
  readonly authorId?: string | undefined
  readonly sort?: (typeof LIST_SORTS)[number] | undefined
}

const LONGEST_TEXT = 100
const textOf = (given: unknown) =>
  typeof given === 'string' && given !== '' ? given.slice(0, LONGEST_TEXT) : undefined

/** Reads the address; what is unknown in it is left out. */
export const reportListSearchOf = (given: Record<string, unknown>): ReportListSearch => ({
  status: STATUSES.find((one) => one === given.status),
  type: textOf(given.type),
  claim: CLAIMS.find((one) => one === given.claim),
  age: AGES.find((one) => one === String(given.age)),
  reporterId: textOf(given.reporterId),
  authorId: textOf(given.authorId),
  sort: LIST_SORTS.find((one) => one === given.sort),
})

const DAY = 86_400_000

/** Midnight in UTC so many days ago, so that the variables stay the same while the page is open. */
const daysAgo = (days: number) => new Date(Math.floor(Date.now() / DAY - days) * DAY).toISOString()

/** The variables of the list for an address; `viewerId` is undefined until it is known. */
export function reportListVariables(search: ReportListSearch, viewerId: string | undefined) {
  const { status, type, claim, age, reporterId, authorId, sort = 'WEIGHT' } = search
  const filter = {
    ...(status && { statuses: [status] }),
    ...(type !== undefined && { types: [type] }),
    ...(claim === 'free' && { isUnassigned: true }),
    ...(claim === 'mine' && viewerId !== undefined && { assigneeId: viewerId }),
    ...(age && { since: daysAgo(Number(age)) }),
    ...(reporterId !== undefined && { reporterId }),
    ...(authorId !== undefined && { authorId }),
  }
  return { filter, sort }
}
