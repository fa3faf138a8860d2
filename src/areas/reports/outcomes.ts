import type { ModerationReportId, UserId } from '../../kernel/ids.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import type { StaffAct } from '../audit/actNames.ts'

/** Whether an act followed from a report. */
export const REPORT_OUTCOMES = ['acted', 'no_violation'] as const
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number]

const ACTS: readonly StaffAct[] = ['warnUser', 'suspendUser', 'hideContent']

/** The outcome of a report by the acts that were done because of it. */
export async function outcomeOf(
  { db }: Pick<InTransaction, 'db'>,
  reportId: ModerationReportId,
): Promise<ReportOutcome> {
  const where = { reportId, act: { in: [...ACTS] } }
  return (await db.auditEntry.findFirst({ where, select: { id: true } })) ? 'acted' : 'no_violation'
}

interface CountedOutcome {
  readonly userId: UserId
  /** Null for a report that was closed before outcomes were kept, which is not counted. */
  readonly outcome: string | null
  readonly by: 1 | -1
}

/** Counts a closed report in the record of its reporter, or takes it out again. Needs the lock of the reporter. */
export async function countOutcome({ db }: InTransaction, { userId, outcome, by }: CountedOutcome): Promise<void> {
  if (outcome === null) return
  const [closedCount, actedCount] = [by, outcome === 'acted' ? by : 0]
  await db.reporterRecord.upsert({
    where: { userId },
    create: { userId, closedCount, actedCount },
    update: { closedCount: { increment: closedCount }, actedCount: { increment: actedCount } },
  })
}
