import { builder, MAY_BE_OLD } from '../../../edges/graphql/builder.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { byText, keysetConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { countOwnStores, countPublicStores, readOwnStores, readPublicStores } from '../catalogue/storeLists.ts'
import { StoreType } from './catalogueEnums.ts'
import { Store } from './store.ts'

const StoreConnection = builder.connectionObject({ type: Store, name: 'StoreConnection' })

const BY_LATEST_STORE = byText('id', 'descending')

builder.queryFields((t) => ({
  stores: t.connection(
    {
      type: Store,
      ...MAY_BE_OLD,
      description: 'Public stores, newest first; by default those of groups and worlds.',
      args: { type: t.arg({ type: StoreType, description: 'Only stores of this type.' }) },
      resolve: (_root, { type, ...args }, { viewerScope: scope }) => {
        const filter = omitNullish({ storeType: type })
        return keysetConnection(args, {
          order: BY_LATEST_STORE,
          totalCount: () => countPublicStores(scope, filter),
          read: (page) => readPublicStores(scope, filter, page),
        })
      },
    },
    StoreConnection,
  ),
}))

builder.prismaObjectFields(Viewer, (t) => ({
  stores: t.connection(
    {
      type: Store,
      description: 'Stores of the viewer, also those that are not public, newest first.',
      resolve: (_viewer, args, { viewerScope: scope }) =>
        keysetConnection(args, {
          order: BY_LATEST_STORE,
          totalCount: () => countOwnStores(scope),
          read: (page) => readOwnStores(scope, page),
        }),
    },
    StoreConnection,
  ),
}))
