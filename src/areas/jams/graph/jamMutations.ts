import { z } from 'zod'
import { JamId, JamSubmissionId } from '../../../contract/ids.ts'
import { visibleText } from '../../../contract/shapes/requestFields.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/connection.ts'
import { IF_UPDATED_AT, ifUpdatedAt } from '../../../edges/graphql/resolvers/ifUpdatedAt.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import type { JamUpdate } from '../jam/input.ts'
import { closeJam, createJam, deleteJam, jamUpdateRules, newJamRules, updateJam } from '../jam/jams.ts'
import { assertDistinctWinners, setJamWinners } from '../submission/winners.ts'
import { BY_OPENING, JamEdge, JamType, jamRef, jamsById } from './jam.ts'

const MAX_TITLE = 100
const MAX_TEXT = 10_000
const MAX_WINNERS = 100

const date = () => z.date().nullable().optional()

const jamId = JamId.describe('Id of the jam.')
const Texts = z.object({
  title: visibleText(MAX_TITLE).describe('Title.'),
  description: visibleText(MAX_TEXT).describe('What it is about.'),
  moreInfo: visibleText(MAX_TEXT).describe('Rules, prizes and further information.'),
})
const Plan = z.object({
  isVisible: z
    .boolean()
    .optional()
    .describe('Whether everybody can see it, which needs the times of submissions; false by default.'),
  submissionsOpenedAt: date().describe('Time from which it takes submissions.'),
  submissionsClosedAt: date().describe('Time from which it takes no more submissions, after they opened.'),
  winnersSelectedAt: date().describe('Time from which winners and ratings are public.'),
  closedAt: date().describe('Time from which it is over.'),
  isContentGated: z
    .boolean()
    .optional()
    .describe('Whether it takes only content that was changed at `contentGateDate` or later; false by default.'),
  contentGateDate: date().describe('Time since which submitted content must have been made or changed.'),
})

const TYPES = {
  submissionsOpenedAt: 'DateTime',
  submissionsClosedAt: 'DateTime',
  winnersSelectedAt: 'DateTime',
  closedAt: 'DateTime',
  contentGateDate: 'DateTime',
} as const

const fieldNames = {
  submissionsOpened: 'submissionsOpenedAt',
  submissionsClosed: 'submissionsClosedAt',
  winnersSelected: 'winnersSelectedAt',
  closed: 'closedAt',
  submissionContentGated: 'isContentGated',
  submissionContentGateDate: 'contentGateDate',
} as const

type GivenPlan = Partial<z.output<typeof Plan> & z.output<typeof Texts>>

/** An input as the area takes it. */
const fieldsOf = (given: GivenPlan): JamUpdate => ({
  title: given.title,
  description: given.description,
  moreInfo: given.moreInfo,
  isVisible: given.isVisible,
  submissionsOpened: given.submissionsOpenedAt,
  submissionsClosed: given.submissionsClosedAt,
  winnersSelected: given.winnersSelectedAt,
  closed: given.closedAt,
  submissionContentGated: given.isContentGated,
  submissionContentGateDate: given.contentGateDate,
})

/** What a mutation on a jam returns: its id. */
interface WithJam {
  readonly jamId: string
}

const changedJam = jamRef('jamId', 'The jam after the change; null if it was deleted meanwhile.')

mutation('createJam', {
  description: 'Creates a jam.',
  input: Texts.extend({
    type: z.enum(['avatar', 'world']).describe('Type of the content that it takes, which never changes.'),
    ...Plan.shape,
  }),
  types: { ...TYPES, type: JamType },
  fieldNames,
  rules: (_scope, given) => newJamRules(fieldsOf(given)),
  run: async (scope, given) => {
    const { type, title, description, moreInfo } = given
    return { jamId: await createJam(scope, { ...fieldsOf(given), type, title, description, moreInfo }) }
  },
  payload: (t) => ({
    jam: t.field(jamRef('jamId', 'The new jam; null if it was deleted meanwhile.')),
    jamEdge: t.field({
      type: JamEdge,
      nullable: true,
      description: 'The new jam in the list of jams; null if it was deleted meanwhile.',
      resolve: async ({ jamId: id }: WithJam, _args, context: GraphContext) => {
        const jam = await jamsById(context).load(id)
        return jam && edgeOf(BY_OPENING, jam)
      },
    }),
  }),
})

mutation('updateJam', {
  description: 'Changes a jam; omitted fields stay as they are, and null clears a time.',
  input: Texts.partial().extend({ jamId, ifUpdatedAt, ...Plan.shape }),
  types: { ...TYPES, ...IF_UPDATED_AT },
  fieldNames,
  rules: (scope, { jamId: id, ...given }) => (id ? jamUpdateRules(scope, id, fieldsOf(given)) : []),
  run: async (scope, { jamId: id, ifUpdatedAt, ...given }) => {
    await updateJam(scope, id, { ...fieldsOf(given), ifUpdatedAt })
    return { jamId: id }
  },
  payload: (t) => ({ jam: t.field(changedJam) }),
})

mutation('closeJam', {
  description: 'Closes a jam now, whatever was planned, and for good.',
  input: z.object({ jamId }),
  run: async (scope, { jamId: id }) => {
    await closeJam(scope, id)
    return { jamId: id }
  },
  payload: (t) => ({ jam: t.field(changedJam) }),
})

mutation('deleteJam', {
  description: 'Deletes a jam that has no submissions.',
  input: z.object({ jamId }),
  run: async (scope, { jamId: id }) => {
    await deleteJam(scope, id)
    return { deletedJamId: id }
  },
  payload: (t) => ({ deletedJamId: t.exposeID('deletedJamId', { description: 'Id of the jam, which is gone.' }) }),
})

mutation('setJamWinners', {
  description:
    'Selects the winners of a jam that takes no more submissions, instead of those before. They are public from `winnersSelectedAt`, which becomes now unless it is set.',
  input: z.object({
    jamId,
    submissionIds: z
      .array(JamSubmissionId)
      .max(MAX_WINNERS)
      .describe('Ids of the winning submissions, the first place first; empty for no winners.'),
  }),
  types: { submissionIds: ['ID'] },
  rules: (_scope, { submissionIds = [] }) => [() => assertDistinctWinners(submissionIds)],
  run: async (scope, { jamId: id, submissionIds }) => {
    await setJamWinners(scope, id, submissionIds)
    return { jamId: id }
  },
  payload: (t) => ({ jam: t.field(changedJam) }),
})
