import { adminOnly, Failure, invalid } from '../../kernel/failure.ts'
import { type AdminAssetBundleId, newId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { transact } from '../../kernel/transaction.ts'
import { audit } from '../accounts/audit.ts'

/** The asset of a bundle for one platform. */
export interface BundlePackage {
  readonly assetUrl: string
  readonly assetVersion: number
  readonly platform: string
  readonly unityVersion: string
  readonly variant: string
}

export interface NewBundle {
  readonly assetType: string
  readonly name: string
  readonly description: string
  readonly imageUrl: string
  readonly thumbnailImageUrl: string
  readonly releaseStatus: string
  readonly tags: readonly string[]
  readonly packages: readonly BundlePackage[]
}

export type FoundBundle = Awaited<ReturnType<typeof readAdminAssetBundle>>

const isPackage = (value: unknown): value is BundlePackage =>
  typeof value === 'object' && value !== null && 'assetUrl' in value && 'platform' in value

/** The packages of a bundle, as its maker has written them down. */
export const packagesOf = ({ unityPackages }: { readonly unityPackages: unknown }): BundlePackage[] =>
  Array.isArray(unityPackages) ? unityPackages.filter(isPackage) : []

const WITH_AUTHOR = { author: { select: { displayName: true } } }

/** What the platform ships: everybody who is logged in sees what is public, admins see all. Throws `missing`. */
export async function readAdminAssetBundle({ db, viewer }: SignedScope, id: AdminAssetBundleId) {
  const bundle = await db.adminAssetBundle.findUnique({ where: { id }, include: WITH_AUTHOR })
  if (!bundle || (bundle.releaseStatus !== 'public' && !viewer.admin))
    throw new Failure('missing', 'Asset bundle not found')
  return bundle
}

/** Adds a bundle. Throws `forbidden` for all but admins, `invalid` for one without a package. */
export async function createAdminAssetBundle(scope: SignedScope, { packages, ...bundle }: NewBundle) {
  const { viewer, now } = scope
  if (!viewer.admin) throw adminOnly()
  if (packages.length === 0) throw invalid('packages', 'packages must hold one package at least')
  const id = newId('adminAssetBundle', now)
  return transact(scope, async (open) => {
    await audit(open, { act: 'createAdminAssetBundle', subjectId: id })
    return open.db.adminAssetBundle.create({
      data: {
        ...{ ...bundle, id, authorId: viewer.id, tags: [...bundle.tags] },
        ...{ unityPackages: packages.map((one) => ({ ...one })), createdAt: now, updatedAt: now },
      },
      include: WITH_AUTHOR,
    })
  })
}

/** Removes a bundle. Throws `forbidden` for all but admins, `missing`. */
export async function deleteAdminAssetBundle(scope: SignedScope, id: AdminAssetBundleId): Promise<void> {
  if (!scope.viewer.admin) throw adminOnly()
  await transact(scope, async (open) => {
    const { count } = await open.db.adminAssetBundle.deleteMany({ where: { id } })
    if (count === 0) throw new Failure('missing', 'Asset bundle not found')
    await audit(open, { act: 'deleteAdminAssetBundle', subjectId: id })
  })
}
