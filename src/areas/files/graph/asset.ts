import { AssetReviewId } from '../../../contract/ids.ts'
import {
  AgreementCode as AgreementCodeName,
  AgreementRequest,
  UpdateAssetReviewNotesRequest,
} from '../../../contract/shapes/asset.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { argsOf } from '../../../edges/graphql/resolvers/input.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { query } from '../../../edges/graphql/resolvers/query.ts'
import { nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import type { Agreement as AgreementRow } from '../../../generated/prisma/client.ts'
import { agreementRules, findAgreements, hasAgreed, submitAgreement } from '../assets/agreements.ts'
import { updateAssetReviewNotes } from '../assets/analyses.ts'
import { AssetReview } from './versionData.ts'

const AgreementCode = enumOf('AgreementCode', 'What a person has agreed to.', {
  'content.copyright.owned': 'That they own the rights of the content.',
})

const agreementsById = createLoader<AgreementRow>(forViewer(findAgreements), ({ id }) => id)

const Agreement = builder.objectRef<AgreementRow>('Agreement')
builder.node(Agreement, {
  description: 'An agreement of the viewer about one of their contents.',
  ...nodeBy(agreementsById),
  fields: (t) => ({
    code: t.field({
      type: AgreementCode,
      description: 'What the viewer has agreed to.',
      resolve: () => 'content.copyright.owned' as const,
    }),
    contentId: t.exposeID('contentId', { description: 'Id of the world, avatar or prop.' }),
    ...columns(t, 'Agreement', {
      version: 'Version of the agreement text.',
      createdAt: 'Time of the agreement.',
    }),
  }),
})

builder.queryFields((t) => ({
  hasAgreed: t.boolean({
    description: 'Whether the viewer has agreed to own the rights of one of their contents.',
    ...query(argsOf(AgreementRequest.pick({ contentId: true, version: true }), { contentId: 'ID' }), (scope, subject) =>
      hasAgreed(scope, { ...subject, agreementCode: 'content.copyright.owned' }),
    ),
  }),
}))

mutation('submitContentAgreement', {
  description: "Submits an agreement about a content of the viewer's, once; the id may be that of a future content.",
  input: AgreementRequest.pick({ contentId: true, version: true }).extend({
    code: AgreementCodeName.describe('What the viewer agrees to.'),
    text: AgreementRequest.shape.agreementFulltext,
  }),
  types: { code: AgreementCode, contentId: 'ID' },
  rules: (_scope, subject) => agreementRules(subject),
  run: async (scope, { code: agreementCode, text: fullText, ...subject }) => ({
    agreement: await submitAgreement(scope, { ...subject, agreementCode, fullText }),
  }),
  payload: (t) => ({
    agreement: t.field({ type: Agreement, description: 'The agreement.', resolve: ({ agreement }) => agreement }),
  }),
})

mutation('updateAssetReviewNotes', {
  description: 'Sets the notes of an asset review.',
  input: UpdateAssetReviewNotesRequest.extend({
    assetReviewId: AssetReviewId.describe("Id of the review of an asset of the viewer's; any review for admins."),
  }),
  run: async (scope, { assetReviewId, reviewNotes }) => ({
    assetReview: await updateAssetReviewNotes(scope, assetReviewId, reviewNotes),
  }),
  payload: (t) => ({
    assetReview: t.field({
      type: AssetReview,
      description: 'The review after the change.',
      resolve: ({ assetReview }) => assetReview,
    }),
  }),
})
