import { builder } from '../../../edges/graphql/builder.ts'
import { createLoader } from '../../../edges/graphql/resolvers/loader.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { Account } from '../../users/graph/account.ts'
import { canReadReports } from '../policy.ts'

/** Numbers of the reports about these people. One statement. */
async function countReportsAbout({ db }: Scope, userIds: readonly string[]) {
  const where = { contentId: { in: [...userIds] } }
  const groups = await db.moderationReport.groupBy({ by: ['contentId'], where, _count: true })
  return groups.map(({ contentId, _count: count }) => ({ contentId, count }))
}

const reportCounts = createLoader(
  async (scope, ids) => (canReadReports(scope) ? countReportsAbout(scope, ids) : []),
  ({ contentId }) => contentId,
)

builder.objectFields(Account, (t) => ({
  reportCount: t.int({
    description: 'Number of reports about the person, open and closed.',
    resolve: async ({ userId }, _args, context) => (await reportCounts(context).load(userId))?.count ?? 0,
  }),
}))
