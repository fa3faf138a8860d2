import { forStaff, staffOnly } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { createLoader } from '../../../edges/graphql/resolvers/loader.ts'
import { keysetConnection, latestFirst } from '../../../edges/graphql/resolvers/pagination.ts'
import { User, usersById } from '../../users/graph/user.ts'
import { countAssetReviews, listAssetReviews, readReviewedFiles } from '../assets/analyses.ts'
import { AssetReview, analysesByVersion, FileAnalysis, versionKey } from './versionData.ts'

const reviewedFiles = createLoader(readReviewedFiles, ({ id }) => id)

const ownerOf = async (fileId: string, context: GraphContext) => {
  const file = await reviewedFiles(context).load(fileId)
  return file ? usersById(context).load(file.ownerId) : null
}

builder.objectFields(AssetReview, (t) => ({
  fileId: t.exposeID('fileId', { description: 'Id of the file.' }),
  version: t.exposeInt('version', { description: 'Number of the version of the file that is reviewed.' }),
  fileName: t.string({
    nullable: true,
    description: 'Name of the file; null if it is gone.',
    resolve: async ({ fileId }, _args, context) => (await reviewedFiles(context).load(fileId))?.name ?? null,
  }),
  owner: t.field({
    type: User,
    nullable: true,
    description: 'Who owns the file; null after the account was erased.',
    resolve: ({ fileId }, _args, context) => ownerOf(fileId, context),
  }),
  analysis: t.field({
    type: FileAnalysis,
    nullable: true,
    description: 'Its analysis; null until it is analysed.',
    resolve: (review, _args, context) => analysesByVersion(context).load(versionKey(review)),
  }),
}))

const AssetReviewConnection = builder.connectionObject({ type: AssetReview, name: 'AssetReviewConnection' })

builder.queryField('assetReviews', (t) =>
  t.connection(
    {
      type: AssetReview,
      ...forStaff('content'),
      description: `Reviews of the assets of all people, latest first. ${staffOnly(['content'])}`,
      args: {
        isWaiting: t.arg.boolean({
          description: 'Only reviews without notes, which wait for somebody, or only others.',
        }),
        ascending: t.arg.boolean({ description: 'Whether the oldest come first.' }),
      },
      resolve: (_root, { isWaiting, ascending, ...args }, { viewerScope: scope }) => {
        const filter = omitNullish({ isWaiting })
        return keysetConnection(args, {
          order: { ...latestFirst(['createdAt', 'id']), descending: !ascending },
          totalCount: () => countAssetReviews(scope, filter),
          read: (page) => listAssetReviews(scope, filter, page),
        })
      },
    },
    AssetReviewConnection,
  ),
)
