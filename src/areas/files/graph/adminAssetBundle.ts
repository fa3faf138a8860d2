import { z } from 'zod'
import { AdminAssetBundleId } from '../../../contract/ids.ts'
import { AdminUnityPackage } from '../../../contract/shapes/asset.ts'
import { forStaff, staffOnly } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { inputTypeOf } from '../../../edges/graphql/resolvers/input.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { keysetConnection, latestFirst } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import type { AdminAssetBundle as Row } from '../../../generated/prisma/client.ts'
import {
  bundlePackages,
  countAdminAssetBundles,
  createAdminAssetBundle,
  deleteAdminAssetBundle,
  findAdminAssetBundles,
  listAdminAssetBundles,
} from '../assets/adminAssetBundles.ts'

const bundlesById = createLoader<Row>(forViewer(findAdminAssetBundles), ({ id }) => id)

const BundlePackage = builder
  .objectRef<ReturnType<typeof bundlePackages>[number]>('AdminAssetBundlePackage')
  .implement({
    description: 'The asset of a bundle for one platform.',
    fields: (t) => ({
      assetUrl: t.expose('assetUrl', { type: 'URL', description: 'URL of the asset.' }),
      assetVersion: t.exposeInt('assetVersion', { description: 'Version of the asset format.' }),
      platform: t.exposeString('platform', {
        description: 'Platform that the asset is for, such as `standalonewindows`; clients define further ones.',
      }),
      unityVersion: t.exposeString('unityVersion', { description: 'Version of the engine that built the asset.' }),
      variant: t.exposeString('variant', { description: 'Variant of the asset for the platform, such as `standard`.' }),
    }),
  })

const AdminAssetBundle = builder.objectRef<Row>('AdminAssetBundle')
builder.node(AdminAssetBundle, {
  description: 'An asset bundle that the platform ships to clients.',
  ...nodeBy(bundlesById),
  fields: (t) => ({
    ...columns(t, 'AdminAssetBundle', {
      assetType: 'Kind of asset, as clients name it.',
      name: 'Name of the bundle.',
      tags: 'Tags of the bundle.',
      createdAt: 'Time of creation.',
      updatedAt: 'Time of the last change.',
    }),
    description: t.string({
      nullable: true,
      description: 'Description of the bundle; null for none.',
      resolve: ({ description }) => description || null,
    }),
    imageUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'URL of the image; null for none.',
      resolve: ({ imageUrl }) => imageUrl || null,
    }),
    thumbnailUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'URL of a small image; null for none.',
      resolve: ({ thumbnailImageUrl }) => thumbnailImageUrl || null,
    }),
    isPublic: t.boolean({
      description: 'Whether everybody can read it, not only admins.',
      resolve: ({ releaseStatus }) => releaseStatus === 'public',
    }),
    packages: t.field({ type: [BundlePackage], description: 'One asset for each platform.', resolve: bundlePackages }),
  }),
})

builder.queryField('adminAssetBundle', (t) =>
  t.field({
    type: AdminAssetBundle,
    nullable: true,
    description: 'An asset bundle that the platform ships to clients; null for one that the viewer cannot see.',
    args: { id: t.arg.id({ required: true, description: 'Id of the bundle.' }) },
    resolve: (_root, { id }, context) => bundlesById(context).load(id),
  }),
)

const AdminAssetBundleConnection = builder.connectionObject({
  type: AdminAssetBundle,
  name: 'AdminAssetBundleConnection',
})

builder.queryField('adminAssetBundles', (t) =>
  t.connection(
    {
      type: AdminAssetBundle,
      ...forStaff('content'),
      description: `All asset bundles that the platform ships to clients, latest first. ${staffOnly(['content'])}`,
      resolve: (_root, args, { viewerScope: scope }) =>
        keysetConnection(args, {
          order: latestFirst(['createdAt', 'id']),
          totalCount: () => countAdminAssetBundles(scope),
          read: (page) => listAdminAssetBundles(scope, page),
        }),
    },
    AdminAssetBundleConnection,
  ),
)

const BundlePackageInput = inputTypeOf(
  'AdminAssetBundlePackageInput',
  'The asset of a bundle for one platform.',
  AdminUnityPackage,
  { assetUrl: 'URL' },
)

mutation('createAdminAssetBundle', {
  description: 'Creates an asset bundle that the platform ships to clients.',
  input: z.object({
    assetType: z.string().describe('Kind of asset.'),
    name: z.string().describe('Name of the bundle.'),
    description: z.string().describe('Description of the bundle.'),
    imageUrl: z.string().optional().describe('URL of the image.'),
    thumbnailUrl: z.string().optional().describe('URL of a small image.'),
    isPublic: z.boolean().describe('Whether everybody can read it, not only admins.'),
    tags: z.array(z.string()).optional().describe('Tags of the bundle.'),
    packages: z.array(AdminUnityPackage).describe('One asset for each platform, at least one in all.'),
  }),
  types: { packages: [BundlePackageInput], imageUrl: 'URL', thumbnailUrl: 'URL' },
  fieldNames: { thumbnailImageUrl: 'thumbnailUrl' },
  run: async (scope, { isPublic, tags = [], imageUrl = '', thumbnailUrl = '', ...bundle }) => {
    const releaseStatus = isPublic ? 'public' : 'hidden'
    const images = { imageUrl, thumbnailImageUrl: thumbnailUrl }
    return { adminAssetBundle: await createAdminAssetBundle(scope, { ...bundle, ...images, tags, releaseStatus }) }
  },
  payload: (t) => ({
    adminAssetBundle: t.field({
      type: AdminAssetBundle,
      description: 'The new bundle.',
      resolve: ({ adminAssetBundle }) => adminAssetBundle,
    }),
  }),
})

mutation('deleteAdminAssetBundle', {
  description: 'Deletes an asset bundle that the platform ships to clients.',
  input: z.object({ adminAssetBundleId: AdminAssetBundleId.describe('Id of the bundle.') }),
  run: async (scope, { adminAssetBundleId }) => {
    await deleteAdminAssetBundle(scope, adminAssetBundleId)
    return { deletedAdminAssetBundleId: adminAssetBundleId }
  },
  payload: (t) => ({
    deletedAdminAssetBundleId: t.exposeID('deletedAdminAssetBundleId', {
      description: 'Id of the bundle, which is gone.',
    }),
  }),
})
