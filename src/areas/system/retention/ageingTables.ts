import type { Prisma } from '../../../generated/prisma/client.ts'
import type { IdKind } from '../../../kernel/ids.ts'
import type { Retention } from '../../../kernel/retention.ts'

/** A table whose rows stay until a setting, which by default is for ever or for long, gives them an end. */
export interface AgeingTable {
  readonly table: Prisma.ModelName
  /** What the setting is called among the rules. */
  readonly retention: keyof Retention
  /** Column with the time from which on a row ages; rows without it stay. */
  readonly since: string
  /**
   * The table whose keys are gone through, and the column that refers to them; an index begins with it. Where they are the
   * keys of the table itself, their kind: those that are younger than the setting are not looked at.
   */
  readonly by: { readonly table: Prisma.ModelName; readonly column: string; readonly kind?: IdKind }
}

/** Rows of other tables that belong to them go with them. */
export const AGEING_TABLES: readonly AgeingTable[] = [
  {
    table: 'ModerationReport',
    retention: 'closedReports',
    since: 'closedAt',
    by: { table: 'ModerationReport', column: 'id', kind: 'moderationReport' },
  },
  {
    table: 'PaymentEvent',
    retention: 'paymentEvents',
    since: 'settledAt',
    by: { table: 'PaymentEvent', column: 'id', kind: 'paymentEvent' },
  },
  { table: 'WorldVisitor', retention: 'worldVisitors', since: 'lastAt', by: { table: 'User', column: 'userId' } },
  { table: 'PastDisplayName', retention: 'pastNames', since: 'updatedAt', by: { table: 'User', column: 'userId' } },
  { table: 'Backup', retention: 'backupRuns', since: 'startedAt', by: { table: 'Backup', column: 'id' } },
]
