import { ADMIN } from '../../edges/graphql/access.ts'
import { agreementRules, bundlePackageRules, reviewNotesRules } from '../../edges/graphql/bodies.ts'
import { builder, INPUT } from '../../edges/graphql/builder.ts'
import { renew, signed } from '../../edges/graphql/context.ts'
import { idOf } from '../../edges/graphql/ids.ts'
import { hasAgreed, submitAgreement } from './agreements.ts'
import {
  createAdminAssetBundle,
  deleteAdminAssetBundle,
  type FoundBundle,
  packagesOf,
  readAdminAssetBundle,
} from './assetBundles.ts'
import { updateAssetReviewNotes } from './assetReviews.ts'
import { setGroupGalleryFileOrder } from './galleryOrder.ts'
import { Agreement, AssetReview } from './graph.ts'

const COPYRIGHT = 'content.copyright.owned'

const AgreementInput = builder.inputType('SubmitContentAgreementInput', {
  description: 'What is agreed to.',
  validate: agreementRules,
  fields: (t) => ({
    agreementCode: t.string({ required: true, description: `Always ${COPYRIGHT}.` }),
    contentId: t.id({ required: true, description: 'A world, an avatar or a prop.' }),
    version: t.int({ required: true, description: 'The version of the text, now 1.' }),
    agreementFulltext: t.string({ required: true, description: 'The text as it was shown.' }),
  }),
})

const ReviewNotesInput = builder.inputType('UpdateAssetReviewNotesInput', {
  description: 'The notes of a review.',
  validate: reviewNotesRules,
  fields: (t) => ({
    assetReviewId: t.id({ required: true, description: 'The review of an own asset; any for admins.' }),
    reviewNotes: t.string({ required: true, description: 'The notes, in place of earlier ones.' }),
  }),
})

const OrderInput = builder.inputType('SetGroupGalleryFileOrderInput', {
  description: 'In which order a gallery shows files.',
  fields: (t) => ({
    galleryId: t.id({ required: true, description: 'The gallery.' }),
    ids: t.idList({ required: true, description: 'Own files, each once.' }),
  }),
})

const BundlePackageInput = builder.inputType('AdminAssetBundlePackageInput', {
  description: 'The asset of a bundle for one platform.',
  validate: bundlePackageRules,
  fields: (t) => ({
    assetUrl: t.string({ required: true, description: 'Where it is downloaded.' }),
    assetVersion: t.int({ required: true, description: 'Its version.' }),
    platform: t.string({ required: true, description: 'The platform.' }),
    unityVersion: t.string({ required: true, description: 'The engine it was built with.' }),
    variant: t.string({ required: true, description: 'Which of several for the platform, such as standard.' }),
  }),
})

const BundleInput = builder.inputType('CreateAdminAssetBundleInput', {
  description: 'Content that the platform ships to clients.',
  fields: (t) => ({
    assetType: t.string({ required: true, description: 'What it is.' }),
    name: t.string({ required: true, description: 'Its name.' }),
    description: t.string({ required: true, description: 'What it is for.' }),
    imageUrl: t.string({ required: true, description: 'Its picture.' }),
    thumbnailImageUrl: t.string({ required: true, description: 'A smaller picture.' }),
    isPublic: t.boolean({ required: true, description: 'Whether all clients see it.' }),
    tags: t.stringList({ description: 'What it is found by.' }),
    packages: t.field({ type: [BundlePackageInput], required: true, description: 'One asset a platform.' }),
  }),
})

const DeleteBundleInput = builder.inputType('DeleteAdminAssetBundleInput', {
  description: 'Which bundle is removed.',
  fields: (t) => ({ id: t.id({ required: true, description: 'The bundle.' }) }),
})

const GalleryFileOrder = builder
  .objectRef<{ galleryId: string; fileIds: readonly string[] }>('GalleryFileOrder')
  .implement({
    description: 'In which order a gallery shows files.',
    fields: (t) => ({
      galleryId: t.exposeID('galleryId', { description: 'The gallery.' }),
      fileIds: t.exposeIDList('fileIds', { description: 'All its files, first to last.' }),
    }),
  })

const BundlePackage = builder.objectRef<ReturnType<typeof packagesOf>[number]>('AdminAssetBundlePackage').implement({
  description: 'The asset of a bundle for one platform.',
  fields: (t) => ({
    assetUrl: t.exposeString('assetUrl', { description: 'Where it is downloaded.' }),
    assetVersion: t.exposeInt('assetVersion', { description: 'Its version.' }),
    platform: t.exposeString('platform', { description: 'The platform.' }),
    unityVersion: t.exposeString('unityVersion', { description: 'The engine it was built with.' }),
    variant: t.exposeString('variant', { description: 'Which of several for the platform.' }),
  }),
})

const AdminAssetBundle = builder.objectRef<FoundBundle>('AdminAssetBundle').implement({
  description: 'Content that the platform itself ships to clients.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id.' }),
    assetType: t.exposeString('assetType', { description: 'What it is.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
    description: t.exposeString('description', { description: 'What it is for.' }),
    imageUrl: t.exposeString('imageUrl', { description: 'Its picture.' }),
    thumbnailImageUrl: t.exposeString('thumbnailImageUrl', { description: 'A smaller picture.' }),
    releaseStatus: t.exposeString('releaseStatus', { description: 'public or hidden.' }),
    tags: t.exposeStringList('tags', { description: 'What it is found by.' }),
    packages: t.field({ type: [BundlePackage], description: 'One asset a platform.', resolve: packagesOf }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
  }),
})

const bundleIdOf = (text: string) => idOf('adminAssetBundle', text, 'Asset bundle')

builder.queryFields((t) => ({
  adminAssetBundle: t.field({
    type: AdminAssetBundle,
    description: 'Reads content that the platform itself ships to clients.',
    args: { id: t.arg.id({ required: true, description: 'The id.' }) },
    resolve: (_root, { id }, context) => readAdminAssetBundle(signed(context), bundleIdOf(id)),
  }),
  hasAgreed: t.boolean({
    description: 'Whether the viewer has agreed to own the rights of one of their contents.',
    args: {
      contentId: t.arg.id({ required: true, description: 'A world, an avatar or a prop.' }),
      version: t.arg.int({ required: true, description: 'The version of the text, now 1.' }),
    },
    resolve: (_root, subject, context) => hasAgreed(signed(context), { ...subject, agreementCode: COPYRIGHT }),
  }),
}))

builder.mutationFields((t) => ({
  submitContentAgreement: t.field({
    type: Agreement,
    description: 'Agrees to something about an own content.',
    args: { input: t.arg({ type: AgreementInput, ...INPUT }) },
    resolve: (_root, { input: { agreementFulltext: fullText, ...subject } }, context) =>
      submitAgreement(signed(context), { ...subject, fullText }),
  }),
  updateAssetReviewNotes: t.field({
    type: AssetReview,
    description: 'Writes the notes of the review of an asset.',
    args: { input: t.arg({ type: ReviewNotesInput, ...INPUT }) },
    resolve: (_root, { input: { assetReviewId, reviewNotes } }, context) =>
      updateAssetReviewNotes(signed(context), idOf('assetReview', assetReviewId, 'Asset review'), reviewNotes),
  }),
  setGroupGalleryFileOrder: t.field({
    type: GalleryFileOrder,
    description: 'Says in which order a gallery shows own files.',
    args: { input: t.arg({ type: OrderInput, ...INPUT }) },
    resolve: async (_root, { input: { galleryId, ids } }, context) => {
      const fileIds = await setGroupGalleryFileOrder(signed(context), galleryId, ids)
      renew(context)
      return { galleryId, fileIds }
    },
  }),
  createAdminAssetBundle: t.field({
    type: AdminAssetBundle,
    ...ADMIN,
    description: 'Adds content that the platform ships to clients. Admins only.',
    args: { input: t.arg({ type: BundleInput, ...INPUT }) },
    resolve: (_root, { input: { isPublic, tags, ...bundle } }, context) =>
      createAdminAssetBundle(signed(context), {
        ...bundle,
        tags: tags ?? [],
        releaseStatus: isPublic ? 'public' : 'hidden',
      }),
  }),
  deleteAdminAssetBundle: t.boolean({
    ...ADMIN,
    description: 'Removes content that the platform ships. Admins only.',
    args: { input: t.arg({ type: DeleteBundleInput, ...INPUT }) },
    resolve: (_root, { input: { id } }, context) =>
      deleteAdminAssetBundle(signed(context), bundleIdOf(id)).then(() => true),
  }),
}))
