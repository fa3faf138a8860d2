import { z } from 'zod'
import { AvatarId, FileId, GroupId, GroupRoleId, InventoryTemplateId, ProductId } from '../../../contract/ids.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/connection.ts'
import { IF_UPDATED_AT, ifUpdatedAt } from '../../../edges/graphql/resolvers/ifUpdatedAt.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import {
  archiveProduct,
  createProduct,
  newProductRules,
  productUpdateRules,
  updateProduct,
} from '../catalogue/manageProducts.ts'
import type { ProductFields } from '../catalogue/productFields.ts'
import { PRODUCT_TYPES } from '../catalogue/products.ts'
import { ProductType } from './catalogueEnums.ts'
import { BY_LATEST_PRODUCT, ProductEdge, productRef, productsById } from './product.ts'

const productId = ProductId.describe('Id of the product.')

/** The area checks lengths, so that all doors have the same rules. */
const Fields = z.object({
  displayName: z.string().describe('Name, 1 to 64 characters.'),
  description: z.string().optional().describe('Description, at most 2,000 characters.'),
  imageId: FileId.describe("Id of a complete image of the viewer's."),
  tags: z.array(z.string()).optional().describe('Tags, at most 10, of 1 to 50 characters of a to z, 0 to 9, - and _.'),
  joinsGroup: z.boolean().optional().describe('Whether the buyer of the role joins the group; false by default.'),
  leavesGroup: z
    .boolean()
    .optional()
    .describe('Whether a buyer who joined the group so leaves it at the end; false by default.'),
  isForSubscriberList: z
    .boolean()
    .optional()
    .describe('Whether worlds show its owners in lists of supporters; false by default.'),
  templateIds: z
    .array(InventoryTemplateId)
    .optional()
    .describe('Live templates of the seller, at most 20, whose items it gives; of INVENTORY alone.'),
  avatarIds: z
    .array(AvatarId)
    .optional()
    .describe('Avatars of the seller, at most 20, that who has it may wear; of INVENTORY alone.'),
})

const TYPES = { templateIds: ['ID'], avatarIds: ['ID'] } satisfies { templateIds: ['ID']; avatarIds: ['ID'] }

const fieldNames = {
  productType: 'type',
  groupAccess: 'joinsGroup',
  groupAccessRemove: 'leavesGroup',
  useForSubscriberList: 'isForSubscriberList',
} as const
const { productType: _type, ...updateFieldNames } = fieldNames

/** An input as the area takes it. */
const fieldsOf = (given: Partial<z.output<typeof Fields>>): ProductFields => ({
  displayName: given.displayName,
  description: given.description,
  imageId: given.imageId,
  tags: given.tags,
  groupAccess: given.joinsGroup,
  groupAccessRemove: given.leavesGroup,
  useForSubscriberList: given.isForSubscriberList,
  templateIds: given.templateIds,
  avatarIds: given.avatarIds,
})

/** What a mutation on a product returns: its id. */
interface WithProduct {
  readonly productId: string
}

mutation('createProduct', {
  description:
    'Creates a product, which listings can sell. A role can only be had by a purchase from then on. Needs the permission to sell; at most 1,000 products, and 500 a day.',
  input: Fields.extend({
    type: z.enum(PRODUCT_TYPES).describe('What it gives, for good.'),
    groupId: GroupId.optional().describe('The group of the role, of which the viewer is the owner; of ROLE alone.'),
    groupRoleId: GroupRoleId.optional().describe('The role, which does not manage the group; of ROLE alone.'),
    isOfPlatform: z
      .boolean()
      .optional()
      .describe('Whether the platform sells it, for which admins act; false by default.'),
  }),
  types: { ...TYPES, type: ProductType },
  fieldNames,
  rules: (scope, { type: productType, groupId, groupRoleId, isOfPlatform, ...given }) => {
    const { displayName, imageId, ...fields } = fieldsOf(given)
    const needed = { ...(displayName !== undefined && { displayName }), ...(imageId !== undefined && { imageId }) }
    return newProductRules(scope, {
      ...fields,
      ...needed,
      ...(productType && { productType }),
      groupId,
      groupRoleId,
      isOfPlatform,
    })
  },
  run: async (scope, given) => {
    const { displayName, imageId, type: productType, groupId, groupRoleId, isOfPlatform } = given
    const place = { productType, groupId, groupRoleId, isOfPlatform }
    return { productId: await createProduct(scope, { ...fieldsOf(given), displayName, imageId, ...place }) }
  },
  payload: (t) => ({
    product: t.field(productRef('productId', 'The new product.')),
    productEdge: t.field({
      type: ProductEdge,
      nullable: true,
      description: "The new product in the list of the viewer's products; null if the platform sells it.",
      resolve: async ({ productId: id }: WithProduct, _args, context: GraphContext) => {
        const product = await productsById(context).load(id)
        return product?.sellerId === context.viewerScope.viewer.id ? edgeOf(BY_LATEST_PRODUCT, product) : null
      },
    }),
  }),
})

mutation('updateProduct', {
  description:
    'Changes a product; omitted fields stay as they are, and what was bought stays as it was. Its seller and admins.',
  input: Fields.partial().extend({ productId, ifUpdatedAt }),
  types: { ...TYPES, ...IF_UPDATED_AT },
  fieldNames: updateFieldNames,
  rules: (scope, { productId: id, ...given }) => (id ? productUpdateRules(scope, id, fieldsOf(given)) : []),
  run: async (scope, { productId: id, ifUpdatedAt, ...given }) => {
    await updateProduct(scope, id, { ...fieldsOf(given), ifUpdatedAt })
    return { productId: id }
  },
  payload: (t) => ({ product: t.field(productRef('productId', 'The product after the change.')) }),
})

mutation('archiveProduct', {
  description:
    'Ends the sale of a product for good, which no active listing may sell. What was bought stays; a role that no other product sells can be given by hand again. Its seller and admins.',
  input: z.object({ productId }),
  run: async (scope, { productId: id }) => {
    await archiveProduct(scope, id)
    return { productId: id }
  },
  payload: (t) => ({ product: t.field(productRef('productId', 'The product, which is archived.')) }),
})
