import { builder } from '../../../edges/graphql/builder.ts'
import { atMost } from '../../../edges/graphql/limits.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { createListLoader, createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { byText, keysetConnection, listConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import type { Product as Row } from '../../../generated/prisma/client.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { Avatar, avatarsById } from '../../avatars/graph/avatar.ts'
import { groupRef } from '../../groups/graph/group.ts'
import { GroupRole, loadRole } from '../../groups/graph/role.ts'
import { InventoryTemplate, templatesById } from '../../inventory/graph/template.ts'
import { userRef } from '../../users/graph/user.ts'
import { listingsOfProducts, type PlacedListing } from '../catalogue/listings.ts'
import {
  catalogueImageUrl,
  countOwnProducts,
  type ListedProduct,
  listOwnProducts,
  productsByIds,
  productsOfListings,
  productTypeOf,
} from '../catalogue/products.ts'
import { ProductType } from './catalogueEnums.ts'
import { spanArguments } from './listedSpan.ts'
import { BY_LATEST_LISTING, canChangeCatalogue, Listing, ListingConnection } from './listing.ts'

/** Products that the viewer can see, by id. */
export const productsById = createLoader<Row>(forViewer(productsByIds), ({ id }) => id)

const productsByListing = createListLoader<ListedProduct>(forViewer(productsOfListings), ({ listingId }) => listingId)
const listingsByProduct = createListLoader<PlacedListing>(forViewer(listingsOfProducts), ({ parentId }) => parentId)

const Product = builder.objectRef<Row>('Product')
export const productRef = referenceTo(Product, productsById)
export const ProductEdge = builder.edgeObject({ type: Product, name: 'ProductEdge' })
const ProductConnection = builder.connectionObject({ type: Product, name: 'ProductConnection' }, ProductEdge)

/** The order of the list of a seller's products. */
export const BY_LATEST_PRODUCT = byText('id', 'descending')

builder.node(Product, {
  description: 'What listings sell: a role of a group, items, avatars to wear, or something of worlds.',
  ...nodeBy(productsById),
  fields: (t) => ({
    seller: t.field(userRef('sellerId', 'Who sells it; null after the account was erased.')),
    type: t.field({ type: ProductType, description: 'What it gives.', resolve: productTypeOf }),
    ...columns(t, 'Product', {
      displayName: 'Name.',
      tags: 'Tags, at most 10.',
      createdAt: 'Time of creation.',
      updatedAt: 'Time of the last change.',
    }),
    description: t.string({
      nullable: true,
      description: 'Description; null for none.',
      resolve: ({ description }) => description || null,
    }),
    imageId: t.exposeID('imageId', { description: 'Id of the file of the image.' }),
    imageUrl: t.field({
      type: 'URL',
      description: 'URL of the image.',
      resolve: ({ imageId }, _args, { scope }) => catalogueImageUrl(scope, imageId),
    }),
    group: t.field(groupRef('groupId', 'The group of the role; null for none, or unless the viewer sees it.')),
    groupRole: t.field({
      type: GroupRole,
      nullable: true,
      description: 'The role that it gives; null for none, or unless the viewer sees it.',
      resolve: ({ groupRoleId }, _args, context) => (groupRoleId === null ? null : loadRole(context, groupRoleId)),
    }),
    joinsGroup: t.exposeBoolean('groupAccess', { description: 'Whether the buyer of the role joins the group.' }),
    leavesGroup: t.exposeBoolean('groupAccessRemove', {
      description: 'Whether a buyer who joined the group so leaves it at the end.',
    }),
    templates: t.field({
      type: [InventoryTemplate],
      ...atMost(20),
      description: 'What the items are made of that it gives, at most 20.',
      resolve: async ({ templateIds }, _args, context) =>
        (await Promise.all(templateIds.map((id) => templatesById(context).load(id)))).flatMap((one) => one ?? []),
    }),
    avatars: t.field({
      type: [Avatar],
      ...atMost(20),
      description: 'Avatars that who has it may wear, at most 20; those that the viewer can read.',
      resolve: async ({ avatarIds }, _args, context) =>
        (await Promise.all(avatarIds.map((id) => avatarsById(context).load(id)))).flatMap((one) => one ?? []),
    }),
    isForSubscriberList: t.exposeBoolean('useForSubscriberList', {
      description: 'Whether worlds show its owners in lists of supporters.',
    }),
    isArchived: t.boolean({
      description: 'Whether it is sold no longer, for good.',
      resolve: ({ archivedAt }) => archivedAt !== null,
    }),
    listings: t.connection(
      {
        type: Listing,
        description: 'Listings that sell it, newest first: active ones, for the seller and admins all.',
        resolve: async ({ id }, args, context) =>
          listConnection(args, BY_LATEST_LISTING, await listingsByProduct(context).load(id)),
      },
      ListingConnection,
    ),
    viewerCanUpdate: t.boolean({
      description: 'Whether the viewer can change and archive it: its seller and admins, until it is archived.',
      resolve: (product, _args, context) => product.archivedAt === null && canChangeCatalogue(context, product),
    }),
  }),
})

builder.objectFields(Listing, (t) => ({
  products: t.field({
    type: [Product],
    ...atMost(20),
    description: 'What it gives, at most 20.',
    resolve: ({ id }, _args, context) => productsByListing(context).load(id),
  }),
}))

builder.prismaObjectFields(Viewer, (t) => ({
  products: t.connection(
    {
      type: Product,
      description: 'Products of the viewer, newest first.',
      args: {
        type: t.arg({ type: ProductType, description: 'Only products of this type.' }),
        isArchived: t.arg.boolean({ description: 'Only archived products, or only others.' }),
        ...spanArguments(),
      },
      resolve: (_viewer, { type, isArchived, since, until, ...args }, { viewerScope: scope }) => {
        const filter = omitNullish({ productType: type, isArchived, since, until })
        return keysetConnection(args, {
          order: BY_LATEST_PRODUCT,
          totalCount: () => countOwnProducts(scope, filter),
          read: (page) => listOwnProducts(scope, filter, page),
        })
      },
    },
    ProductConnection,
  ),
}))
