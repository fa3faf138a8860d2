import { z } from 'zod'
import { AdminAssetBundleId, AssetReviewId } from '../../../contract/ids.ts'
import { AdminUnityPackage, AgreementRequest, UpdateAssetReviewNotesRequest } from '../../../contract/shapes/asset.ts'
import { GroupGalleryFileOrderRequest } from '../../../contract/shapes/file.ts'
import { FOR_ADMINS } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { act, query } from '../../../edges/graphql/resolvers/act.ts'
import { argsOf, inputOf, inputTypeOf } from '../../../edges/graphql/resolvers/input.ts'
import type { Agreement as AgreementRow } from '../../../generated/prisma/client.ts'
import {
  type AssetBundleWithAuthor,
  bundlePackages,
  createAdminAssetBundle,
  deleteAdminAssetBundle,
  readAdminAssetBundle,
} from '../assets/adminAssetBundles.ts'
import { hasAgreed, submitAgreement } from '../assets/agreements.ts'
import { updateAssetReviewNotes } from '../assets/reviews.ts'
import { setGroupGalleryFileOrder } from '../images/galleryOrder.ts'
import { AssetReview } from './file.ts'

const AgreementInput = inputOf('SubmitContentAgreementInput', 'A new agreement.', AgreementRequest, {
  agreementCode: 'String',
  contentId: 'ID',
})
const ReviewNotesInput = inputOf(
  'UpdateAssetReviewNotesInput',
  'New notes of an asset review.',
  UpdateAssetReviewNotesRequest.extend({
    assetReviewId: AssetReviewId.describe("Review of an asset of the viewer's; any review for admins."),
  }),
)
const GalleryFileOrderInput = inputOf(
  'SetGroupGalleryFileOrderInput',
  'New order of the files of a gallery.',
  GroupGalleryFileOrderRequest,
  { galleryId: 'ID', ids: ['ID'] },
)
const BundlePackageInput = inputTypeOf(
  'AdminAssetBundlePackageInput',
  'The asset of a bundle for one platform.',
  AdminUnityPackage,
)
const CreateBundleInput = inputOf(
  'CreateAdminAssetBundleInput',
  'A new asset bundle that the platform ships to clients.',
  z.object({
    assetType: z.string().describe('Kind of asset.'),
    name: z.string().describe('Name of the bundle.'),
    description: z.string().describe('Description of the bundle.'),
    imageUrl: z.string().describe('URL of the image.'),
    thumbnailImageUrl: z.string().describe('URL of a small image.'),
    isPublic: z.boolean().describe('Whether everybody can read it, not only admins.'),
    tags: z.array(z.string()).optional().describe('Tags of the bundle.'),
    packages: z.array(AdminUnityPackage).describe('One asset for each platform, at least one in all.'),
  }),
  { packages: [BundlePackageInput] },
)
const bundleKey = z.object({ id: AdminAssetBundleId.describe('Id of the bundle.') })
const DeleteBundleInput = inputOf('DeleteAdminAssetBundleInput', 'The asset bundle to delete.', bundleKey)

const Agreement = builder.objectRef<AgreementRow>('Agreement').implement({
  description: 'An agreement of a person about one of their contents.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the agreement.' }),
    agreementCode: t.exposeString('agreementCode', { description: 'Kind of agreement.' }),
    contentId: t.exposeID('contentId', { description: 'Id of the world, avatar or prop.' }),
    version: t.exposeInt('version', { description: 'Version of the agreement text.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the agreement.' }),
  }),
})

const GalleryFileOrder = builder
  .objectRef<{ readonly galleryId: string; readonly fileIds: readonly string[] }>('GalleryFileOrder')
  .implement({
    description: "Order of the viewer's files in a gallery.",
    fields: (t) => ({
      galleryId: t.exposeID('galleryId', { description: 'Id of the gallery.' }),
      fileIds: t.exposeIDList('fileIds', {
        description: "Ids of all the viewer's files that have a place in it, in order.",
      }),
    }),
  })

const BundlePackage = builder
  .objectRef<ReturnType<typeof bundlePackages>[number]>('AdminAssetBundlePackage')
  .implement({
    description: 'The asset of a bundle for one platform.',
    fields: (t) => ({
      assetUrl: t.exposeString('assetUrl', { description: 'URL of the asset.' }),
      assetVersion: t.exposeInt('assetVersion', { description: 'Version of the asset format.' }),
      platform: t.exposeString('platform', { description: 'Platform that the asset is for.' }),
      unityVersion: t.exposeString('unityVersion', { description: 'Version of the engine that built the asset.' }),
      variant: t.exposeString('variant', { description: 'Variant of the asset for the platform.' }),
    }),
  })

const AdminAssetBundle = builder.objectRef<AssetBundleWithAuthor>('AdminAssetBundle').implement({
  description: 'An asset bundle that the platform ships to clients.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the bundle.' }),
    assetType: t.exposeString('assetType', { description: 'Kind of asset.' }),
    name: t.exposeString('name', { description: 'Name of the bundle.' }),
    description: t.exposeString('description', { description: 'Description of the bundle.' }),
    imageUrl: t.exposeString('imageUrl', { description: 'URL of the image.' }),
    thumbnailImageUrl: t.exposeString('thumbnailImageUrl', { description: 'URL of a small image.' }),
    releaseStatus: t.exposeString('releaseStatus', { description: 'public or hidden.' }),
    tags: t.exposeStringList('tags', { description: 'Tags of the bundle.' }),
    packages: t.field({ type: [BundlePackage], description: 'One asset for each platform.', resolve: bundlePackages }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of creation.' }),
  }),
})

builder.queryFields((t) => ({
  adminAssetBundle: t.field({
    type: AdminAssetBundle,
    description: 'Reads an asset bundle that the platform ships to clients.',
    ...query(argsOf(bundleKey), (scope, { id }) => readAdminAssetBundle(scope, id)),
  }),
  hasAgreed: t.boolean({
    description: 'Whether the viewer has agreed to own the rights of one of their contents.',
    ...query(argsOf(AgreementRequest.pick({ contentId: true, version: true }), { contentId: 'ID' }), (scope, subject) =>
      hasAgreed(scope, { ...subject, agreementCode: 'content.copyright.owned' }),
    ),
  }),
}))

builder.mutationFields((t) => ({
  submitContentAgreement: t.field({
    type: Agreement,
    description: "Submits an agreement about a content of the viewer's.",
    ...act(AgreementInput, (scope, { agreementFulltext: fullText, ...subject }) =>
      submitAgreement(scope, { ...subject, fullText }),
    ),
  }),
  updateAssetReviewNotes: t.field({
    type: AssetReview,
    description: 'Sets the notes of an asset review.',
    ...act(ReviewNotesInput, (scope, { assetReviewId, reviewNotes }) =>
      updateAssetReviewNotes(scope, assetReviewId, reviewNotes),
    ),
  }),
  setGroupGalleryFileOrder: t.field({
    type: GalleryFileOrder,
    description: "Sets the order in which a gallery shows the viewer's files.",
    ...act(GalleryFileOrderInput, async (scope, { galleryId, ids }) => ({
      galleryId,
      fileIds: await setGroupGalleryFileOrder(scope, galleryId, ids),
    })),
  }),
  createAdminAssetBundle: t.field({
    type: AdminAssetBundle,
    ...FOR_ADMINS,
    description: 'Creates an asset bundle that the platform ships to clients. Admins only.',
    ...act(CreateBundleInput, (scope, { isPublic, tags = [], ...bundle }) =>
      createAdminAssetBundle(scope, { ...bundle, tags, releaseStatus: isPublic ? 'public' : 'hidden' }),
    ),
  }),
  deleteAdminAssetBundle: t.boolean({
    ...FOR_ADMINS,
    description: 'Deletes an asset bundle that the platform ships to clients. Admins only.',
    ...act(DeleteBundleInput, async (scope, { id }) => {
      await deleteAdminAssetBundle(scope, id)
      return true
    }),
  }),
}))
