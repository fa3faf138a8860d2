import { builder } from '../../../edges/graphql/builder.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { createListLoader, createLoader } from '../../../edges/graphql/resolvers/loader.ts'
import { nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { visibleWorlds } from '../policy.ts'

const WITH_WORLD = { world: { select: { deletedAt: true } } } satisfies Prisma.UnityPackageInclude

type PackageOfWorld = Prisma.UnityPackageGetPayload<{ include: typeof WITH_WORLD }>

const readPackages = ({ db }: Scope, where: Prisma.UnityPackageWhereInput): Promise<PackageOfWorld[]> =>
  db.unityPackage.findMany({
    where,
    include: WITH_WORLD,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    relationLoadStrategy: 'join',
  })

/** Packages of worlds that the viewer can read, by id. */
const packagesById = createLoader<PackageOfWorld>(
  (scope, ids) => readPackages(scope, { id: { in: [...ids] }, world: visibleWorlds(scope) }),
  ({ id }) => id,
)

/** Packages of worlds that were read through visibility, oldest first. */
export const packagesByWorld = createListLoader<PackageOfWorld>(
  (scope, ids) => readPackages(scope, { worldId: { in: [...ids] } }),
  ({ worldId }) => worldId,
)

export const WorldPackage = builder.objectRef<PackageOfWorld>('WorldPackage')

builder.node(WorldPackage, {
  description: 'The asset of a world for one platform.',
  ...nodeBy(packagesById),
  fields: (t) => ({
    ...columns(t, 'UnityPackage', {
      platform:
        'Platform as its client calls it: standalonewindows, android, ios, or any other of at most 32 characters.',
      unityVersion: 'Unity version that built the asset.',
      assetVersion: 'Version number, chosen by the author.',
      worldSignature: 'Signature of the asset by the program that built it; null for none.',
      createdAt: 'Time when the asset was added to the world.',
    }),
    assetUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'URL of the asset; null after the world was deleted.',
      resolve: ({ world, assetUrl }) => (world.deletedAt ? null : assetUrl),
    }),
  }),
})
