import { z } from 'zod'
import { AppealId, SanctionId } from '../../../contract/ids.ts'
import { forStaff } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { mutation, publicMutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { keysetConnection, latestFirst } from '../../../edges/graphql/resolvers/pagination.ts'
import type { Appeal as Row } from '../../../generated/prisma/client.ts'
import { invalid } from '../../../kernel/failure.ts'
import { userRef } from '../../users/graph/user.ts'
import { appeal, countAppeals, decideAppeal, listAppeals } from '../appeals.ts'
import { parseAdminText } from '../reports.ts'
import { Appeal, AppealStatus, SanctionKind } from './sanctions.ts'

const BY_LATEST = latestFirst(['createdAt', 'id'])
const AppealEdge = builder.edgeObject({ type: Appeal, name: 'AppealEdge' })
const AppealConnection = builder.connectionObject({ type: Appeal, name: 'AppealConnection' }, AppealEdge)

const Filter = builder.inputType('AppealFilter', {
  description: 'Which appeals are listed; omitted fields match all.',
  fields: (t) => ({
    statuses: t.field({ type: [AppealStatus], description: 'Only appeals in one of these states.' }),
    kinds: t.field({ type: [SanctionKind], description: 'Only appeals against one of these acts.' }),
    userId: t.id({ description: 'Only appeals of this person.' }),
  }),
})

builder.queryField('appeals', (t) =>
  t.connection(
    {
      type: Appeal,
      ...forStaff('reports'),
      description: 'Appeals of people against acts of the staff, latest first. Staff with `REPORTS` only.',
      args: {
        filter: t.arg({ type: Filter, description: 'Which appeals are listed.' }),
        ascending: t.arg.boolean({ description: 'Whether the oldest come first.' }),
      },
      resolve: (_root, { filter: given, ascending, ...args }, { viewerScope: scope }) => {
        const filter = omitNullish(given ?? {})
        return keysetConnection(args, {
          order: { ...BY_LATEST, descending: !ascending },
          totalCount: () => countAppeals(scope, filter),
          read: (page) => listAppeals(scope, filter, page),
        })
      },
    },
    AppealConnection,
  ),
)

const appealField = {
  type: Appeal,
  description: 'The appeal.',
  resolve: ({ made }: { readonly made: Row }) => made,
}

/** Throws `invalid` unless one of both says what is appealed against. */
function assertOneGiven({ sanctionId, token }: { sanctionId?: unknown; token?: unknown }): void {
  if ((sanctionId === undefined) === (token === undefined))
    throw invalid('sanctionId', 'sanctionId: give either this or token', 'wrong_combination')
}

publicMutation('appeal', {
  description: `Appeals against a warning, a suspension or hidden content, once each. A person who is suspended gives the token of a
mail, or that of the refused login, \`extensions.suspension.appealToken\`; others need a session.`,
  input: z.object({
    sanctionId: SanctionId.optional().describe('What the viewer appeals against; omitted with a token.'),
    token: z.string().max(2_000).optional().describe('Token of a suspension, for who can not log in.'),
    text: z.string().describe("The person's own words, at most 2,000 characters."),
  }),
  rules: (_scope, { text, ...against }, names) => [
    () => text !== undefined && parseAdminText('text', text),
    () => (names.has('text') ? assertOneGiven(against) : undefined),
  ],
  run: async (scope, given) => ({ made: await appeal(scope, given) }),
  payload: (t) => ({ appeal: t.field(appealField) }),
})

mutation('decideAppeal', {
  description: 'Decides an appeal, once, and tells the person. What was done is undone if it is overturned.',
  input: z.object({
    appealId: AppealId.describe('Id of the appeal.'),
    isOverturned: z.boolean().describe('Whether what was done is undone; false if it stays.'),
    explanation: z.string().describe('Explanation to the person, at most 2,000 characters.'),
  }),
  rules: (_scope, { explanation }) => [() => explanation !== undefined && parseAdminText('explanation', explanation)],
  run: async (scope, given) => {
    const made = await decideAppeal(scope, given)
    return { made, userId: made.userId }
  },
  payload: (t) => ({
    appeal: t.field(appealField),
    user: t.field(userRef('userId', 'The person after the decision.')),
  }),
})
