import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { createLoader } from '../../../edges/graphql/resolvers/loader.ts'
import { derivedId } from '../../../edges/graphql/resolvers/reference.ts'
import { siblingId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { canLoadAvatar, NO_TIES, readableAvatars } from '../policy.ts'
import { type AvatarPackageRow, type AvatarRow, type AvatarTies, tiesByIds } from '../queries.ts'
import { AssetScanStatus, AvatarPackageVariant, PerformanceRating, toPerformanceRating, toScanStatus } from './enums.ts'

/** A package with its avatar. */
interface PackageOfAvatar {
  readonly avatar: AvatarRow
  readonly row: AvatarPackageRow
}

/** The packages of an avatar, oldest first. */
export const packagesOf = (avatar: AvatarRow): PackageOfAvatar[] => avatar.packages.map((row) => ({ avatar, row }))

/** The id of a package in the graph: the stored one has the prefix of packages of worlds, and one id names one type. */
const graphPackageId = ({ row }: PackageOfAvatar): string => siblingId('avatarPackage', row.id)

async function readPackages(scope: Scope, ids: readonly string[]): Promise<PackageOfAvatar[]> {
  const stored = ids.map((id) => siblingId('unityPackage', id))
  const found = await scope.db.avatarPackage.findMany({ where: { id: { in: stored } }, select: { avatarId: true } })
  const avatarIds = new Set(found.map(({ avatarId }) => avatarId))
  return (await readableAvatars(scope, [...avatarIds])).flatMap(packagesOf)
}

/** Packages of avatars that the viewer can read, by their ids in the graph. */
const packagesById = createLoader<PackageOfAvatar>(readPackages, graphPackageId)

/** Whether the viewer gets the addresses of the assets of an avatar. */
async function canLoadAssets(context: GraphContext, avatar: AvatarRow): Promise<boolean> {
  if (avatar.deletedAt !== null) return false
  return canLoadAvatar(context.scope, avatar, await tiesTo(context, avatar.id))
}

/** A field that only whoever may load the asset sees. */
const loadersField = <V>(description: string, read: (row: AvatarPackageRow) => V) => ({
  nullable: true as const,
  description: `${description}; null unless the viewer can load the asset.`,
  resolve: async ({ avatar, row }: PackageOfAvatar, _args: unknown, context: GraphContext) =>
    (await canLoadAssets(context, avatar)) ? read(row) : null,
})

export const AvatarPackage = builder.objectRef<PackageOfAvatar>('AvatarPackage')

builder.node(AvatarPackage, {
  description: 'The asset of an avatar for one platform.',
  id: derivedId(graphPackageId),
  loadMany: (ids, context) => ids.map((id) => packagesById(context).load(id)),
  fields: (t) => ({
    platform: t.string({
      description:
        'Platform as its client calls it: standalonewindows, android, ios, or any other of at most 32 characters.',
      resolve: ({ row }) => row.platform,
    }),
    variant: t.field({
      type: AvatarPackageVariant,
      ...loadersField('What it shows', ({ variant }) => (variant === 'impostor' ? variant : 'standard')),
    }),
    assetUrl: t.field({
      type: 'URL',
      ...loadersField('URL of the asset', ({ assetUrl }) => assetUrl),
    }),
    impostorizerVersion: t.string(
      loadersField('Version of the builder of an impostor', ({ impostorizerVersion }) => impostorizerVersion),
    ),
    unityVersion: t.string({
      description: 'Unity version that built the asset.',
      resolve: ({ row }) => row.unityVersion,
    }),
    assetVersion: t.int({
      description: 'Version number, chosen by the author.',
      resolve: ({ row }) => row.assetVersion,
    }),
    performanceRating: t.field({
      type: PerformanceRating,
      description: 'How well clients can show it.',
      resolve: ({ row }) => toPerformanceRating(row.performanceRating),
    }),
    scanStatus: t.field({
      type: AssetScanStatus,
      description: 'Progress of its analysis.',
      resolve: ({ row }) => toScanStatus(row.isScanned),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time when the asset was added to the avatar.',
      resolve: ({ row }) => new Date(row.createdAt),
    }),
  }),
})

const tiesById = createLoader<readonly [string, AvatarTies]>(
  async (scope, ids) => [...(await tiesByIds(scope, ids))],
  ([id]) => id,
)

/** Reads whether the viewer has a license for an avatar, and whether somebody nearby wears it. One statement for all avatars of a level. */
export const tiesTo = async (context: GraphContext, avatarId: string): Promise<AvatarTies> =>
  (await tiesById(context).load(avatarId))?.[1] ?? NO_TIES

/** Adds ties that another query has read to the cache of the loader. */
export const primeTies = (context: GraphContext, avatarId: string, ties: AvatarTies): void =>
  tiesById(context).prime(avatarId, [avatarId, ties])
