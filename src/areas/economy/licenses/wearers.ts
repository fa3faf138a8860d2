import { Prisma } from '../../../generated/prisma/client.ts'
import { containedLicensesSql } from '../../../kernel/licenseGroups.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { wearersDue } from '../../avatars/wearing/due.ts'

interface Ended {
  readonly forType: string
  readonly forId: string
}

type WearerTransaction = Pick<InTransaction, 'sql' | 'requestJob'> & Pick<Scope, 'now'>

const concernsAvatars = ({ forType }: Ended) => forType === 'avatar' || forType === 'licenseGroup'

const CONTAINED_AVATARS = Prisma.raw(containedLicensesSql({ type: 'avatar' }))

/** Marks the avatars of licenses that have ended, license groups opened: a job looks at who wears them without one. */
export async function markWornAvatars(tx: WearerTransaction, ended: readonly Ended[]): Promise<void> {
  const licenses = ended.filter(concernsAvatars)
  if (licenses.length === 0) return
  const [types, ids] = [licenses.map(({ forType }) => forType), licenses.map(({ forId }) => forId)]
  const { wearersDueAt } = wearersDue(tx)
  await tx.sql`
    WITH RECURSIVE opened("forType", "forId", depth) AS (
      SELECT "forType", "forId", 1 FROM unnest(${types}::text[], ${ids}::text[]) AS given("forType", "forId")
      UNION
      ${CONTAINED_AVATARS}
    )
    UPDATE "Avatar" SET "wearersDueAt" = ${wearersDueAt}::timestamptz
    WHERE id IN (SELECT "forId" FROM opened WHERE "forType" = 'avatar')`
}
