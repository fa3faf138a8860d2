import { z } from 'zod'
import { InfoPushId } from '../../../contract/ids.ts'
import { InfoPushData } from '../../../contract/shapes/infoPush.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/connection.ts'
import { IF_UPDATED_AT, ifUpdatedAt } from '../../../edges/graphql/resolvers/ifUpdatedAt.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { nestedInput } from '../../../edges/graphql/resolvers/nestedInput.ts'
import { jsonErrorBy } from '../../../edges/graphql/resolvers/zodFields.ts'
import type { InfoPush as Row } from '../../../generated/prisma/client.ts'
import { createInfoPush, deleteInfoPush, infoPushUpdateRules, newInfoPushRules, updateInfoPush } from '../infoPushes.ts'
import { BY_SLUG, InfoPush, InfoPushEdge, InfoPushStatus, slugOf } from './infoPush.ts'
import { InfoPushDataInput } from './infoPushData.ts'

/** In the graph, the members of an article are its own. */
const Article = InfoPushData.shape.article
  .unwrap()
  .shape.content.unwrap()
  .transform((content) => ({ content }))
const Data = nestedInput(InfoPushData.extend({ article: Article.optional() })).describe('Content of the notice.')

const Fields = z.object({
  tags: z.array(z.string()).describe('Tags by which clients select the notice, at most 50 of 100 characters.'),
  isEnabled: z.boolean().describe('False hides the notice from all but admins; true by default.'),
  releaseStatus: z.enum(['public', 'private', 'hidden']).describe('Who can see it; `PUBLIC` by default.'),
  priority: z.int().describe('Higher priorities come first, from -1,000,000 to 1,000,000; 0 by default.'),
  startsAt: z.date().nullable().describe('Shown from this time; null for no limit.'),
  endsAt: z.date().nullable().describe('Shown until this time; null for no limit.'),
})
const TYPES = {
  startsAt: 'DateTime',
  endsAt: 'DateTime',
  data: InfoPushDataInput,
  releaseStatus: InfoPushStatus,
} as const

const fieldNames = { startDate: 'startsAt', endDate: 'endsAt' } as const

interface GivenTimes {
  readonly startsAt?: Date | null
  readonly endsAt?: Date | null
}

/** An input as the area takes it; omitted times stay absent. */
const noticeOf = <N extends GivenTimes>({ startsAt, endsAt, ...notice }: N) => ({
  ...notice,
  ...(startsAt !== undefined && { startDate: startsAt }),
  ...(endsAt !== undefined && { endDate: endsAt }),
})

export const infoPushError = jsonErrorBy(InfoPushData)

const changedNotice = {
  type: InfoPush,
  description: 'The notice after the act.',
  resolve: ({ infoPush }: { readonly infoPush: Row }) => infoPush,
}

mutation('createInfoPush', {
  description: 'Creates an information notice.',
  input: Fields.partial().extend({
    slug: z.string().describe('Name for programs: 1 to 100 lower case letters, digits, dashes and underscores.'),
    data: Data,
  }),
  types: TYPES,
  fieldNames,
  rules: (scope, notice) => newInfoPushRules(scope, noticeOf(notice), infoPushError),
  run: async (scope, notice) => ({ infoPush: await createInfoPush(scope, noticeOf(notice), infoPushError) }),
  payload: (t) => ({
    infoPush: t.field(changedNotice),
    infoPushEdge: t.field({
      type: InfoPushEdge,
      description: 'The notice in the list of all notices.',
      resolve: ({ infoPush }) => edgeOf(BY_SLUG, infoPush),
    }),
  }),
})

mutation('updateInfoPush', {
  description: 'Changes an information notice; omitted fields stay as they are.',
  input: Fields.partial().extend({
    infoPushId: InfoPushId.describe('Id of the notice.'),
    data: Data.optional(),
    ifUpdatedAt,
  }),
  types: { ...TYPES, ...IF_UPDATED_AT },
  fieldNames,
  rules: (scope, { infoPushId, ...change }) =>
    infoPushUpdateRules(scope, { ...noticeOf(change), ...(infoPushId && { id: slugOf(infoPushId) }) }, infoPushError),
  run: async (scope, { infoPushId, ...change }) => ({
    infoPush: await updateInfoPush(scope, { id: slugOf(infoPushId), ...noticeOf(change) }, infoPushError),
  }),
  payload: (t) => ({ infoPush: t.field(changedNotice) }),
})

mutation('deleteInfoPush', {
  description: 'Deletes an information notice.',
  input: z.object({ infoPushId: InfoPushId.describe('Id of the notice.') }),
  run: async (scope, { infoPushId }) => {
    await deleteInfoPush(scope, slugOf(infoPushId))
    return { deletedInfoPushId: infoPushId }
  },
  payload: (t) => ({
    deletedInfoPushId: t.exposeID('deletedInfoPushId', { description: 'Id of the notice, which is gone.' }),
  }),
})
