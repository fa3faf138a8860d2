import type { AdminAssetBundle } from '../../../generated/prisma/client.ts'
import { assertStaff, isStaff } from '../../../kernel/access.ts'
import { Failure, invalid } from '../../../kernel/failure.ts'
import { type AdminAssetBundleId, newId } from '../../../kernel/ids.ts'
import { storedUrl } from '../../../kernel/ownUrls.ts'
import { type KeysetPage, keysetOrder, keysetWhere } from '../../../kernel/page.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { staffAct } from '../../audit/staffAct.ts'

/** The asset of a bundle for one platform. */
interface BundlePackage {
  readonly assetUrl: string
  readonly assetVersion: number
  readonly platform: string
  readonly unityVersion: string
  readonly variant: string
}

type BundleTexts = Pick<AdminAssetBundle, 'assetType' | 'name' | 'description' | 'imageUrl' | 'thumbnailImageUrl'>

interface NewAssetBundle extends BundleTexts, Pick<AdminAssetBundle, 'releaseStatus' | 'tags'> {
  readonly packages: readonly BundlePackage[]
}

export type AssetBundleWithAuthor = Awaited<ReturnType<typeof readAdminAssetBundle>>

const isBundlePackage = (value: unknown): value is BundlePackage =>
  typeof value === 'object' && value !== null && 'assetUrl' in value && 'platform' in value

/** The packages in the JSON column of a bundle. */
export const bundlePackages = ({ unityPackages }: { readonly unityPackages: unknown }): BundlePackage[] =>
  Array.isArray(unityPackages) ? unityPackages.filter(isBundlePackage) : []

const WITH_AUTHOR = { author: { select: { displayName: true } } }

/** The bundles of these ids that the viewer can see: public ones, all for admins. */
export const findAdminAssetBundles = (scope: Scope, ids: readonly string[]): Promise<AdminAssetBundle[]> =>
  scope.db.adminAssetBundle.findMany({
    where: { id: { in: [...ids] }, ...(!isStaff(scope, 'content') && { releaseStatus: 'public' }) },
  })

/** Reads a bundle. Bundles that are not public are visible to admins only. Throws `missing`. */
export async function readAdminAssetBundle(scope: ViewerScope, id: AdminAssetBundleId) {
  const bundle = await scope.db.adminAssetBundle.findUnique({ where: { id }, include: WITH_AUTHOR })
  if (!bundle || (bundle.releaseStatus !== 'public' && !isStaff(scope, 'content')))
    throw new Failure('missing', 'Asset bundle not found', { reason: 'asset_bundle_not_found' })
  return bundle
}

/** A page of all bundles. Throws `forbidden` unless staff with `content` asks. */
export async function listAdminAssetBundles(scope: Scope, page: KeysetPage): Promise<AdminAssetBundle[]> {
  assertStaff(scope, 'content')
  return scope.db.adminAssetBundle.findMany({
    where: { AND: keysetWhere(page, ['createdAt', 'id']) },
    orderBy: keysetOrder(page, ['createdAt', 'id']),
    take: page.limit,
  })
}

/** Number of all bundles. Throws `forbidden` unless staff with `content` asks. */
export async function countAdminAssetBundles(scope: Scope): Promise<number> {
  assertStaff(scope, 'content')
  return scope.db.adminAssetBundle.count()
}

/** Creates a bundle. Admins only. Throws `forbidden`, and `invalid` without a package. */
export async function createAdminAssetBundle(scope: ViewerScope, { packages, ...bundle }: NewAssetBundle) {
  const { viewer, now } = scope
  if (packages.length === 0)
    throw invalid('packages', 'packages must hold one package at least', { reason: 'too_few_entries', min: 1 })
  const id = newId('adminAssetBundle', now)
  return staffAct(scope, 'createAdminAssetBundle', async ({ db }) => {
    const result = await db.adminAssetBundle.create({
      data: {
        ...bundle,
        imageUrl: storedUrl(scope, bundle.imageUrl),
        thumbnailImageUrl: storedUrl(scope, bundle.thumbnailImageUrl),
        id,
        authorId: viewer.id,
        unityPackages: packages.map((one) => ({ ...one, assetUrl: storedUrl(scope, one.assetUrl) })),
        createdAt: now,
        updatedAt: now,
      },
      include: WITH_AUTHOR,
    })
    return { subjectId: id, result }
  })
}

/** Deletes a bundle. Admins only. Throws `forbidden`, `missing`. */
export const deleteAdminAssetBundle = (scope: ViewerScope, id: AdminAssetBundleId): Promise<void> =>
  staffAct(scope, 'deleteAdminAssetBundle', async ({ db }) => {
    const { count } = await db.adminAssetBundle.deleteMany({ where: { id } })
    if (count === 0) throw new Failure('missing', 'Asset bundle not found', { reason: 'asset_bundle_not_found' })
    return { subjectId: id }
  })
